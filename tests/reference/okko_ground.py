"""Compares what the Okko Chronicles engines say of the board: moves, lines of sight, stats, Attacks, Tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import okko_kernels as kernels
from .okko_combat import Attack, attack, attribute_test, bleed
from .okko_memoirs import RED
from .okko_pair import ACTIONS, AREAS, FIRST_SPACE, PASS, SPACES, Pair, same
from .okko_position import HEROES, MELEE, RANGED, Figure, Position
from .okko_reader import FIGURES, FIRST_AGENT, FIRST_COMPANION, STATS

MOST_AREAS = 5  # ways are compared up to one less
PUSH_SPACE = 31
EVIDENCE, COURTIER, PARCHMENT, CHEST = 1, 2, 3, 4
TESTING, INVESTIGATING = 1 << 5, 1 << 6


class Ground(Pair):
    """What is compared at one position."""

    # ---- movement ---------------------------------------------------------------------------------------------------
    def compare_moves(self, state: np.ndarray) -> None:
        """Which Spaces figures reach, and where the ways of Heroes enter prohibited Tiles."""
        reach = np.zeros((FIGURES, 2, MOST_AREAS, SPACES), np.int8)
        entries = np.full((4, MOST_AREAS, AREAS, MOST_AREAS), -1, np.int8)
        kernels.survey_moves(state[0], self.still[0], reach, entries)
        position = self.table.position(state[0])
        for figure in position.standing():
            for speed in self.rng.sample(range(MOST_AREAS), 3):
                swift = self.rng.random() < 0.3
                found = self.table.names(reach[figure.number, int(swift), speed])
                what = f"reach of figure {figure.number} at {figure.space}, SPEED {speed}, swift {swift}"
                same(what, found, position.reach(figure, speed, swift))
                self.seen["moves"] += 1
            if figure.number < FIRST_COMPANION:
                self.compare_ways(position, figure, entries[figure.number])

    def compare_ways(self, position: Position, figure: Figure, found: np.ndarray) -> None:
        """B27, A30: where a Hero must sneak, for each Area that can be reached."""
        areas = position.map.areas
        for speed in self.rng.sample(range(MOST_AREAS), 2):
            for number, goal in enumerate(areas):
                way = position.way(figure, speed, goal)
                entered = [areas[area] for area in found[speed, number].tolist() if area >= 0]
                expected = position.entries(way) if way else []
                self.seen["entries twice"] += len(expected) > 1
                same(f"Sneak Tests of {figure.number} from {figure.space} to {goal}, SPEED {speed}", entered, expected)
                self.seen["sneaking ways"] += bool(expected)

    # ---- the board --------------------------------------------------------------------------------------------------
    def compare_board(self, state: np.ndarray, pairs: int) -> None:
        """Adjacent Spaces, free ones, and lines of sight between some."""
        near = np.zeros((SPACES, SPACES), np.int8)
        seen, allowed = np.zeros((3, SPACES, SPACES), np.int8), np.zeros((FIGURES, SPACES), np.int8)
        kernels.survey_board(state[0], self.still[0], near, seen, allowed)
        position, table = self.table.position(state[0]), self.table
        for number, space in enumerate(table.spaces):
            same(f"beside {space}", table.names(near[number]), position.map.neighbours(space, position.closed))
        for figure in self.rng.sample(list(position.figures.values()), 4):
            expected = {space for space in table.spaces if position.allowed(figure, space)}
            same(f"Spaces allowed for {figure.number}", table.names(allowed[figure.number]), expected)
        chosen = [(self.rng.choice(table.spaces), self.rng.choice(table.spaces)) for _ in range(pairs)]
        self.compare_lines(position, seen, chosen)

    def compare_every_line(self, state: np.ndarray) -> None:
        """The lines of sight between all pairs of Spaces."""
        near = np.zeros((SPACES, SPACES), np.int8)
        seen, allowed = np.zeros((3, SPACES, SPACES), np.int8), np.zeros((FIGURES, SPACES), np.int8)
        kernels.survey_board(state[0], self.still[0], near, seen, allowed)
        spaces = self.table.spaces
        self.compare_lines(self.table.position(state[0]), seen, [(one, other) for one in spaces for other in spaces])

    def compare_lines(self, position: Position, seen: np.ndarray, pairs: list[tuple[str, str]]) -> None:
        """Whether there is a line of sight past everybody, past agents, and past Heroes and their companions."""
        heroes = [figure.space for figure in position.standing() if figure.side == HEROES]
        agents = [figure.space for figure in position.standing() if figure.side != HEROES]
        for one, other in pairs:
            for blocked, spaces in enumerate(([], agents, heroes)):
                found = seen[blocked, self.table.number[one], self.table.number[other]]
                expected = position.map.sees(one, other, position.closed, spaces)
                same(f"from {one} to {other} past {spaces}, closed {position.closed}", bool(found), expected)
                self.seen["sight" if expected else "no sight"] += 1

    # ---- stats ------------------------------------------------------------------------------------------------------
    def compare_stats(self, state: np.ndarray) -> None:
        """Printed values with modifiers and conditions (B38, O203, O204)."""
        counted, values = np.zeros((FIGURES, 2, 16), np.int8), np.zeros((FIGURES, 16), np.int8)
        kernels.survey_stats(state[0], self.still[0], counted, values)
        for figure in self.table.position(state[0]).standing():
            for name in ("speed", "defense", "guile", "actions"):
                which = STATS.index(name)
                expected = self.value(figure, name, *counted[figure.number, :, which].tolist())
                same(f"{name} of figure {figure.number}", int(values[figure.number, which]), expected)

    # ---- Attacks ----------------------------------------------------------------------------------------------------
    def compare_attacks(self, state: np.ndarray, attacks: int) -> None:
        """Who can attack whom, and where to the target could be pushed; some of the Attacks are carried out."""
        targets = np.zeros((2, FIGURES, FIGURES), np.int8)
        push = np.zeros((FIGURES, FIGURES, SPACES), np.int8)
        counted = np.zeros((2, FIGURES, FIGURES, 2, 16), np.int8)
        plain, values = np.zeros((FIGURES, 2, 16), np.int8), np.zeros((FIGURES, 16), np.int8)
        kernels.survey_attacks(state[0], self.still[0], targets, push, counted)
        kernels.survey_stats(state[0], self.still[0], plain, values)
        position, able = self.table.position(state[0]), []
        for figure in position.standing():
            for other in position.opponents(figure):
                pair = figure.number, other.number
                same(f"push of {pair}", self.table.names(push[pair]), position.push_spaces(figure, other))
                for kind, name in enumerate((MELEE, RANGED)):
                    changes = counted[kind, pair[0], pair[1]]
                    numbers = self.table.numbers(plain[pair[0], 0], *changes, int(plain[pair[1], 0, 3]))
                    shoots = name == MELEE or changes[0, STATS.index("ranged")] > 0
                    expected = shoots and sum(numbers.pools()) > 0 and position.can_attack(figure, other, name)
                    same(f"{name} Attack of {pair}", bool(targets[(kind, *pair)]), expected)
                    self.seen[name if expected else "no attack"] += 1
                    if expected:
                        able.append((figure.number, other.number, kind, numbers))
        for chosen in self.rng.sample(able, min(attacks, len(able))):
            self.compare_attack(state.copy(), *chosen)

    def compare_attack(self, state: np.ndarray, attacker: int, target: int, kind: int, numbers: Any) -> None:
        """One Attack, with the same random words."""
        position, side = self.table.position(state[0]), int(attacker >= FIRST_AGENT)
        who, whom = position.figures[attacker], position.figures[target]
        dice, started = self.table.dice(state[0], side), int(state["over"][0])
        rang = bool(state["alarm"][0])
        result = attack(position, who, whom, numbers, dice)
        mask = np.zeros(ACTIONS, np.int8)
        kernels.do_attack(state[0], self.still[0], attacker, target, kind, mask)
        what = f"Attack of {attacker} on {target} ({kind}, {numbers})"
        asked = state["decision"][0] == PUSH_SPACE and state["depth"][0] > 0 and not started
        found = self.table.names(mask[FIRST_SPACE : FIRST_SPACE + SPACES]) if asked else set()
        same(f"{what}: push", found, result.push)
        if result.push:
            self.push(state, whom, result, mask)
        if not any(self.is_oni(number) for number in result.eliminated):  # else all is over (B84)
            bleed(who, result)
        over = any(self.is_oni(number) for number in result.eliminated)
        same(f"{what}: dice", int(state["dice"][0, side]), dice.index)
        same(f"{what}: over", bool(state["over"][0]), over)
        same(f"{what}: alarm", bool(state["alarm"][0]), rang or result.alarm)
        if result.alarm and not rang:
            same(f"{what}: Recollection", self.table.memoirs(state[0]).pages.get("alarm"), self.alarm_page(state[0]))
            self.seen["alarm"] += 1
        for figure in (who, whom):
            if not over or figure.number in result.eliminated:
                self.same_figure(what, state[0], figure)
        self.note(result)

    def alarm_page(self, state: Any) -> str | None:
        """The colour of "The Alarm Was Raised!" after an alarm (O158); None where it is not there, or is withheld."""
        memoirs = self.table.memoirs(state)
        return RED if "alarm" in memoirs.worth and not memoirs.closed else None

    def push(self, state: np.ndarray, target: Figure, result: Attack, mask: np.ndarray) -> None:
        """Answers PUSH_SPACE: one of the Spaces, or none."""
        space = self.rng.choice(["", *sorted(result.push)])
        target.space = space or target.space
        action = FIRST_SPACE + self.table.number[space] if space else PASS
        assert mask[action]
        kernels.answer(state[0], self.still[0], action, mask)

    def note(self, result: Attack) -> None:
        """Counts what came of an Attack."""
        self.seen["success" if result.success else "failure"] += 1
        self.seen["elimination"] += len(result.eliminated) > 0
        self.seen["push"] += len(result.push) > 0

    # ---- Attribute Tests --------------------------------------------------------------------------------------------
    def compare_tests(self, state: np.ndarray) -> None:
        """A Test of each Chest, Clue token and Interaction Space, by some Hero, with the same random words."""
        heroes = [hero for hero in range(FIRST_COMPANION) if state["at"][0, hero] >= 0]
        if not heroes:
            return
        tables = self.still[0]
        for token, space in enumerate(state["token_at"][0].tolist()):
            kind, shown = int(tables["token_kind"][token]), int(state["token_face"][0, token])
            if space >= 0 and kind in (EVIDENCE, COURTIER, PARCHMENT, CHEST):
                flipped = bool(state["token_flipped"][0, token])
                if kind == COURTIER and flipped:
                    continue
                difficulty = int(tables["faces"][shown, 2 if flipped else 0])
                stat = "speed" if kind == CHEST else "guile"
                self.compare_test(state.copy(), self.rng.choice(heroes), space, stat, difficulty, kind)
        for space in np.flatnonzero(tables["test_stat"][: len(self.table.spaces)] >= 0).tolist():
            if not state["passed"][0, space]:
                stat, difficulty = STATS[tables["test_stat"][space]], int(tables["test_difficulty"][space])
                self.compare_test(state.copy(), self.rng.choice(heroes), space, stat, difficulty, 0)

    def compare_test(self, state: np.ndarray, hero: int, space: int, stat: str, difficulty: int, token: int) -> None:
        """One Test; ``token`` is the kind of the token, 0 for a Test of a Tile."""
        direct = token in (EVIDENCE, COURTIER, PARCHMENT) or (token == 0 and bool(self.still[0]["test_direct"][space]))
        state["penalties"][0, space] = 0 if direct else self.rng.choice([0, 0, 1, 2, difficulty])
        when = TESTING | (INVESTIGATING if token and token != CHEST else 0)
        changes = np.zeros(16, np.int8)
        kernels.test_changes(state[0], self.still[0], hero, when, changes)
        printed, figure = self.still[0]["hero_stat"][hero], self.table.figure(state[0], hero)
        change = int(changes[STATS.index(stat)]) - (int(changes[STATS.index("might_down")]) if stat == "might" else 0)
        value = self.value(figure, stat, int(printed[STATS.index(stat)]), change)
        dice = self.table.dice(state[0], 0)
        result = attribute_test(value, difficulty, int(state["penalties"][0, space]), direct, dice.highest, dice)
        before = self.of_token(state[0], space)
        kernels.do_test(state[0], self.still[0], hero, space, token > 0)
        what = f"{stat} Test of {hero} at {self.table.spaces[space]}, {difficulty} dice at most {value}: {result}"
        same(f"{what}: dice", int(state["dice"][0, 0]), dice.index)
        same(f"{what}: Penalty tokens", int(state["penalties"][0, space]), result.penalties)
        passed = self.of_token(state[0], space) != before if token else bool(state["passed"][0, space])
        same(f"{what}: passed", passed, result.passed)
        self.seen["passed" if result.passed else "failed"] += 1
        self.seen["passed without a roll"] += result.passed and not result.rolled and difficulty > 0

    @staticmethod
    def of_token(state: Any, space: int) -> tuple[int, bool]:
        """How the token on a Space lies: which it is, and whether it has been turned over."""
        token = int(state["token_on"][space])
        return token, token >= 0 and bool(state["token_flipped"][token])
