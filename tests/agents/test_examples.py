"""The examples: what the collector books (trap B1), that a run learns from legal moves alone, and that scripts run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from games import LANTERNS

from shugyo.agents.examples.panel import GreedyPlayer, strength
from shugyo.agents.examples.ppo import ENDED, OPEN, Args, Collector, Trainer, main
from shugyo.agents.masks import EmptyMaskError
from shugyo.envs import covenant_v0
from shugyo.envs.core.players import find_player

EXAMPLES = Path(__file__).resolve().parents[2] / "agents" / "examples"
SEAT_VALUE = 10.0  # seat s is worth SEAT_VALUE + s everywhere


class Witness:
    """Plays at random and notes what the games say: each seat's decisions in order and its return at the end.

    Every decision has a number, which the collector keeps as its value.
    """

    def __init__(self, seats: int, steps: int, slots: int = 6, **options) -> None:
        given = {"num_players": seats, "observation_dtype": "int8", **options}
        self.games = LANTERNS.vector_env(given, slots, "same_step", 1, False)
        self.rng = np.random.default_rng(3)
        self.decisions = 0
        self.running: list[dict[int, list[int]]] = [{} for _ in range(slots)]
        self.outcome: dict[int, tuple[float, int]] = {}  # decision → what it was paid, the seat's next or ENDED
        self.collector = Collector(self.games, steps, seed=4)

    def act(self, obs, mask):
        seats = self.games.seat.copy()
        numbers = self.decisions + np.arange(len(seats))
        self.decisions += len(seats)
        for slot, seat in enumerate(seats):
            self.running[slot].setdefault(int(seat), []).append(int(numbers[slot]))
        assert (obs == self.games.slots.observe(seats.astype(np.int64))).all()
        return np.argmax(mask * self.rng.random(mask.shape), axis=1), np.zeros(len(seats)), numbers

    def watch(self) -> None:
        step = self.games.step

        def noting(actions, where=None):
            result = step(actions, where)
            for slot in np.flatnonzero(result[4]["ended"]):
                for seat, made in self.running[slot].items():
                    follow = [*made[1:], ENDED]
                    paid = [0.0] * (len(made) - 1) + [float(result[4]["returns"][slot, seat])]
                    self.outcome |= dict(zip(made, zip(paid, follow, strict=True), strict=True))
                self.running[slot] = {}
            return result

        self.games.step = noting

    def booked(self) -> dict[int, tuple[float, int]]:
        """The same, of all decisions of the last `collect` that are not open."""
        book, found = self.collector, {}
        for row, slot in np.argwhere(book.next_row != OPEN):
            after = int(book.next_row[row, slot])
            follow = ENDED if after == ENDED else int(book.value[after, slot])
            found[int(book.value[row, slot])] = (float(book.reward[row, slot]), follow)
        return found


@pytest.mark.parametrize("steps", [5, 40])
@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 3}, {"seats": 4, "teams": True}])
def test_trap_b1_every_seats_trajectory_ends_with_its_own_return(options, steps):
    witness = Witness(steps=steps, **options)
    witness.watch()
    booked: dict[int, tuple[float, int]] = {}
    for _ in range(400 // steps):
        witness.collector.collect(witness.act)
        now = witness.booked()
        assert not now.keys() & booked.keys(), "a decision is learned from twice"
        booked |= now
    ended = {number: outcome for number, outcome in booked.items() if number in witness.outcome}
    assert ended == witness.outcome, "each decision of each finished game, paid and linked as the game says"
    last = [paid for paid, after in ended.values() if after == ENDED]
    assert len(last) == witness.collector.finished * options["seats"] > 100
    assert {-1.0, 1.0} <= set(np.round(last, 6))
    assert not any(paid for paid, after in booked.values() if after != ENDED), "nothing is paid before the end"


@pytest.mark.parametrize("seats", [2, 3])
def test_trap_b1_no_bootstrapping_across_seats(seats):
    witness = Witness(seats, steps=7)
    book = witness.collector
    checked = {ENDED: 0, OPEN: 0}
    for _ in range(20):
        book.collect(witness.act)
        own = SEAT_VALUE + book.seat
        book.value[:] = own
        advantage = book.advantages(gamma=1.0, gae_lambda=1.0)
        for row, slot in np.argwhere(book.next_row != OPEN):
            paid, at = 0.0, row
            while (after := book.next_row[at, slot]) >= 0:
                assert book.seat[after, slot] == book.seat[row, slot]
                paid, at = paid + book.reward[at, slot], after
            # To the end: the seat's own return. To a decision that is still open: that one's value, the same seat's.
            expected = paid + book.reward[at, slot] - own[row, slot] if after == ENDED else paid
            assert advantage[row, slot] == pytest.approx(expected, abs=1e-5)
            checked[int(after)] += 1
    assert min(checked.values()) > 50


def test_advantages_discount_along_the_seats_own_decisions():
    book = Witness(2, steps=4, slots=1).collector
    book.value[:], book.reward[:], book.next_row[:] = 0, 0, OPEN
    book.next_row[2, 0], book.next_row[4, 0], book.next_row[3, 0] = 4, ENDED, ENDED  # rows 2, 4: one seat; 3: the other
    book.reward[4, 0], book.reward[3, 0], book.value[4, 0] = 1.0, -1.0, 0.5
    gamma, lam = 0.9, 0.8
    found = book.advantages(gamma, lam)[:, 0]
    assert found.tolist() == pytest.approx([0, 0, gamma * (0.5 + lam * 0.5), -1.0, 0.5, 0.0])


def test_trap_a3_a_run_is_finite_and_plays_legal_moves_only(capsys):
    args = Args(options={"mode": "conflict"}, minutes=0.03, num_envs=16, steps=16, hidden=(32,), batch=128, deals=50)
    trainer = Trainer(args)
    before = {name: value.clone() for name, value in trainer.net.named_parameters()}
    legal, step = [], trainer.games.step

    def noting(actions, where=None):
        legal.append(trainer.games.slots.mask[np.arange(16), actions].all())
        return step(actions, where)

    trainer.games.step = noting
    found = trainer.train()
    assert np.isfinite(list(found.values())).all()
    assert found["decisions"] == 16 * len(legal) and found["games"] > 10 and all(legal)
    assert all((value != before[name]).any() for name, value in trainer.net.named_parameters())
    assert "decisions" in capsys.readouterr().out
    assert [(one.opponent, one.games) for one in trainer.evaluate(args.deals)] == [("random", 100), ("heuristic", 100)]


def test_losses_that_are_not_finite_stop_the_run():
    trainer = Trainer(Args(options={"mode": "conflict"}, num_envs=4, steps=8, hidden=(8,)))
    trainer.collector.collect(trainer.act)
    trainer.collector.value[:] = np.nan
    with pytest.raises(FloatingPointError, match="learning-rate"):
        trainer.update()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"minutes": 0.0}, "--minutes 0.0: must be more than 0"),
        ({"minutes": float("nan")}, "--minutes nan: must be more than 0"),
        ({"num_envs": 0}, "--num-envs 0: must be more than 0"),
        ({"hidden": ()}, "--hidden (): give the width of each layer"),
        ({"game": "covenent"}, "there is no game 'covenent'; there are covenant_v0, daimyo_v0, okko_v0"),
        ({"options": {"mood": "conflict"}}, "mood"),
        ({"panel": ("random", "nobody")}, "covenant_v0 has no player 'nobody'; there are random, greedy, heuristic"),
        ({"panel": ("ppo:okko-oni",)}, "env_id: 'okko_v0' in the checkpoint, 'covenant_v0' here"),
    ],
)
def test_wrong_arguments_are_told_in_a_line_before_any_training(wrong, said, monkeypatch, capsys):
    monkeypatch.setattr(Trainer, "train", lambda self: pytest.fail("it trains"))
    args = {"options": {"mode": "conflict"}, "num_envs": 2, "steps": 2, "hidden": (8,), "minutes": 9.0} | wrong
    assert main(Args(**args)) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and told.count("\n") == 1 and said in told


def test_a_game_goes_by_its_short_name_too():
    trainer = Trainer(Args(game="covenant", options={"mode": "conflict"}, num_envs=2, steps=2, hidden=(8,)))
    assert trainer.games.game_spec.env_id == "covenant_v0"


# ------------------------------------------------------------------------------------------------- strength
def test_strength_of_a_player_against_itself_is_even_in_every_place():
    games = LANTERNS.vector_env({"num_players": 2}, 60, "same_step", 1, False)
    found = strength(games, find_player(games.game, "coin"), "coin", seed=2)
    assert found.games == 120 and found.low < 0.5 < found.high
    assert sum(found.by_place.values()) == pytest.approx(1, abs=0.2)
    assert found.share == pytest.approx(np.mean(list(found.by_place.values())))


def test_strength_in_a_game_with_roles_is_told_by_side():
    games = LANTERNS.vector_env({"num_players": 3, "teams": True}, 20, "same_step", 1, False)
    found = strength(games, find_player(games.game, "greedy"), seed=2)
    assert list(found.by_place) == ["lord_0", "guests"] and found.games == 40
    assert "lord_0" in str(found) and "guests" in str(found)


def test_the_greedy_player_looks_at_the_mask_whatever_its_logits_say():
    games = covenant_v0.vector_env(30, mode="conflict")
    wild = GreedyPlayer("wild", lambda obs: np.random.default_rng(len(obs)).normal(size=(len(obs), 145)) * 1e9)
    assert strength(games, wild).games == 60  # an illegal move raises
    with pytest.raises(EmptyMaskError):
        wild.act(type("Row", (), {"observation": np.zeros((1, 2)), "mask": np.zeros((1, 145))})())


def test_the_measure_goes_with_libraries_that_bring_no_others():
    missing = "torch", "stable_baselines3", "sb3_contrib", "safetensors", "scipy"
    script = f"import sys; sys.modules.update(dict.fromkeys({missing}))\nimport shugyo.agents.examples.panel"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------------------------------------- scripts
@pytest.mark.slow
@pytest.mark.parametrize("command", [[str(EXAMPLES / "ppo.py")], ["-m", "shugyo.agents.examples.ppo"]])
def test_the_example_runs_as_a_script_and_as_a_module(command):
    arguments = ["--options", "mode", "conflict", "--minutes", "0.1", "--num-envs", "32", "--deals", "100"]
    done = subprocess.run([sys.executable, *command, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(r"[\d,]+ decisions +[\d,]+/s", done.stdout)
    assert re.search(r"% of 200 games against random won \(95 % interval", done.stdout)
