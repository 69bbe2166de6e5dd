"""Plays one game of Daimyo's Fall on both engines at once, and compares them after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from shugyo.envs.core.options import parse_options
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables
from shugyo.envs.daimyo.game import GAME

from .daimyo import Act, Ask, Game, Setup
from .daimyo_cards import Card, Character
from .daimyo_chance import DECK_DRAWS, DRAWS, HEROES, KeyChance
from .daimyo_config import AREA, ASIDE, BEATEN, GONE, HERO_DECK, ON_THE_WAY
from .one_game import OneGame

Chooser = Callable[[OneGame, list[int]], int]
"""(game, legal actions) → one of them."""

DECISIONS = [name for name in vars(Ask) if name.isupper()]  # in their order
FAMILIES = {getattr(Act, name): name for name in vars(Act) if name.isupper() and name != "END"}
FAMILY = [FAMILIES[max(first for first in FAMILIES if first <= action)] for action in range(Act.END)]
CARDS, CHARACTERS = 64, 32  # lengths of the record's arrays
PLACES = {HERO_DECK: 5, AREA: 6, ASIDE: 7, GONE: 8, BEATEN: 9}


class Lockstep:
    """Both engines, set up alike, and what happened in the games that they played.

    Args:
        setup: of the reference.
        **options: of the compiled engine, beside those that follow from the set-up.

    Attributes:
        seen: how often each (decision, family of action), and each effect and event, occurred.
    """

    def __init__(self, setup: Setup, **options: Any) -> None:
        given = {
            "num_players": setup.players,
            "heroes": "beginner" if setup.beginner else "random",
            "nemesis": setup.nemesis,
            "boss_rush": setup.boss_rush,
            "expansions": setup.expansions,
            "max_turns": setup.max_turns,
            **options,
        }
        self.forced = given.setdefault("auto_forced", False)
        tables, self.content = build_tables(parse_options(DaimyoOptions, "daimyo_v0", given))
        self.setup, self.kernel = setup, OneGame(GAME, tables)
        self.seen: Counter[Any] = Counter()
        self.steps = 0

    def play(self, seed: int, choose: Chooser) -> None:
        """One game to its end.

        Args:
            seed: of the compiled engine's game.
            choose: picks the actions.

        Raises:
            AssertionError: the engines differ; the message tells the game and its actions so far.
        """
        actions: list[int] = []
        try:
            self._play(seed, choose, actions)
        except Exception as error:
            raise AssertionError(f"seed {seed}, after {len(actions)} actions: {error}\nactions = {actions}") from error
        self.steps += len(actions)

    def _play(self, seed: int, choose: Chooser, actions: list[int]) -> None:
        kernel = self.kernel
        kernel.begin(seed)
        self.chance = KeyChance(int(kernel.get("key")))
        game = Watched(self.content, self.setup, self.chance, self.seen)
        self.play_forced(game)
        self.compare(game)
        while not game.over:
            assert kernel.returns() == kernel.rewards() == [0] * self.setup.players, "returns before the end"
            legal = kernel.legal()
            action = choose(kernel, legal)
            assert action in legal, f"chosen {action} of {legal}"
            actions.append(action)
            self.seen[DECISIONS[game.decision], FAMILY[action]] += 1
            kernel.step(action)
            game.step(action)
            self.play_forced(game)
            if kernel.get("over") and not game.over:
                assert kernel.get("truncated"), "only the compiled engine has ended"
                game.cut()
            self.compare(game)
        self.compare_end(game)

    def play_forced(self, game: Game) -> None:
        """What the compiled engine plays by itself."""
        while self.forced and not game.over and len(game.legal()) == 1:
            game.step(game.legal()[0])

    # ---- comparing --------------------------------------------------------------------------------------------------
    def compare(self, game: Game) -> None:
        """Everything at one moment."""
        kernel = self.kernel
        if not game.over:
            found, expected = (kernel.get("seat"), kernel.get("decision")), (game.seat, game.decision)
            assert found == expected, f"seat, decision {found}, expected {expected}"
            assert kernel.legal() == game.legal(), f"mask {kernel.legal()}, expected {game.legal()}"
        score = np.float32(game.score()).tolist()
        assert kernel.score() == score, f"score {kernel.score()}, expected {score}"
        if game.truncated or (game.over and self.setup.boss_rush):
            return  # the compiled engine has already begun the next turn, or has not stopped in the midst of something
        for name, told, *index in self.described(game):
            expected = np.asarray(told)
            found = kernel.fields[name][(0, *index, *(slice(length) for length in expected.shape))]
            assert np.array_equal(found, expected), f"{name} {found.tolist()}, expected {expected.tolist()}"

    def compare_end(self, game: Game) -> None:
        """How the game ended."""
        kernel = self.kernel
        ending = (kernel.get("over"), kernel.get("truncated"), kernel.get("foul"), kernel.legal())
        assert ending == (1, int(game.truncated), 0, []), f"over, truncated, foul, legal {ending}"
        returns = game.returns()
        assert np.allclose(kernel.returns(), returns, atol=1e-6), f"returns {kernel.returns()}, expected {returns}"
        assert kernel.rewards() == kernel.returns()

    def described(self, game: Game) -> Iterable[tuple]:
        """The reference's table: (name of the field in the record, what it holds, index if only a part is meant)."""
        yield from domain(game)
        yield from characters(game)
        yield from belongings(game)
        if not game.over:
            yield from turn(game)
            yield from fight(game)
        yield "draws", [self.chance.drawn[DRAWS + seat] for seat in range(self.setup.players)]
        yield "deck_draws", [self.chance.drawn[DECK_DRAWS + deck] for deck in range(5)]
        yield "hero_draws", self.chance.drawn[HEROES]


class Watched(Game):
    """A reference game that counts what happens in it."""

    def __init__(self, content: dict, setup: Setup, chance: KeyChance, seen: Counter) -> None:
        self.counted = seen
        super().__init__(content, setup, chance)

    def happen(self, event: str, actor: int, about: Card | Character | None = None, cause: int | None = None) -> None:
        """Counts the event."""
        self.counted[event] += 1
        super().happen(event, actor, about, cause)

    def run(self, program: list[dict], context: Any) -> Any:
        """Counts the instructions."""
        for instruction in program:
            self.counted["op", instruction["op"]] += 1
            yield from super().run([instruction], context)


# ---- the table, as the record says it -------------------------------------------------------------------------------
def counts(cards: Iterable[Card]) -> np.ndarray:
    """Copies by type."""
    return np.bincount([card.number for card in cards], minlength=CARDS)


def number(thing: Card | Character | None) -> int:
    """Number of a card or character, −1 for none."""
    return -1 if thing is None else thing.number


def domain(game: Game) -> Iterable[tuple]:
    """Decks, pools, piles, petals, story cards."""
    yield "petals", game.petals
    yield "last_petal", int(game.last_petal)
    yield "supply", counts(card for deck in game.decks for card in deck)
    yield "supply_size", [len(deck) for deck in game.decks]
    yield "pool", [[number(card) for card in pool] for pool in game.pools]
    yield "pile_size", [len(pile) for pile in game.piles]
    for cls, pile in enumerate(game.piles):
        yield "pile", [card.number for card in pile], cls
    yield "removed", counts(game.removed)
    yield "story_face", [story.face if story.in_play else -1 for story in game.stories]


def characters(game: Game) -> Iterable[tuple]:
    """Where heroes and nemeses are, and how they stand."""
    if not game.lying(ON_THE_WAY):
        yield "place", [PLACES.get(character.place, character.place) for character in game.characters]
        yield "area_size", len(game.lying(AREA))
    yield "status", [character.status for character in game.characters]
    yield "heroes", [[number(hero) for hero in player.slots] for player in game.players]
    yield "active", [number(player.active) for player in game.players]
    yield "hero_deck_size", len(game.lying(HERO_DECK))
    yield "returned", [player.returned for player in game.players]
    yield "nemesis", number(game.nemesis)
    yield "wound_cards", counts(game.wound_cards)
    yield "beaten", game.beaten
    if game.nemesis is not None:
        yield "hit_points", game.hit_points
        yield "wounds", [player.wounds for player in game.players]


def belongings(game: Game) -> Iterable[tuple]:
    """What the players own."""
    players = game.players
    for zone in ("hand", "deck", "discard"):
        cards = [getattr(player, zone) for player in players]
        yield zone, [counts(those) for those in cards]
        yield zone + "_size", [len(those) for those in cards]
    yield "shown", [counts(player.shown) for player in players]
    yield (
        "field",
        [
            [counts(lying.card for lying in player.field if lying.status == status) for status in range(3)]
            for player in players
        ],
    )
    yield "equipped", [[counts(hero.equipment if hero else ()) for hero in player.slots] for player in players]


def turn(game: Game) -> Iterable[tuple]:
    """Resources and counters of the turn."""
    for name in ("turn", "first", "current", "mon", "deployments", "trade_points", "discount", "turn_decisions"):
        yield name, getattr(game, name)
    yield "deployed", [sum(card.cls == cls for card in game.deployed) for cls in ("samurai", "ninja")]
    yield "fought", int(game.fought)
    yield "hero_bought", int(game.hero_bought)
    yield "used", [character.used for character in game.characters]
    triggers = [trigger for character in game.characters for trigger in character.triggers]
    triggers += [trigger for story in game.stories for trigger in story.all_triggers]
    yield "seen", [min(trigger.seen, 127) for trigger in triggers]  # as much as the record counts


def fight(game: Game) -> Iterable[tuple]:
    """The duel or common battle that is going on."""
    fight = game.fight
    if fight is None:
        yield "attacker", -1
        yield "duel_winner", -1 if game.duel_winner is None else game.duel_winner
        return
    yield "attacker", fight.attacker
    if fight.attacker >= 0:
        yield "defender", fight.defender
    parties = range(6)
    yield "duelist", [number(fight.duelists.get(party)) for party in parties]
    yield "boost", [fight.boost.get(party, 0) for party in parties]
