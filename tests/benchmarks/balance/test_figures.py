"""What is counted of watched games."""

from __future__ import annotations

import numpy as np
import pytest

from shugyo.benchmarks import watching, year_play
from shugyo.benchmarks.balance.figures import GROUPS, Sums, check, chosen, group_of, in_words, summed
from shugyo.benchmarks.balance.figures import covenant as covenant_figures
from shugyo.benchmarks.year_play import Watched, watch
from shugyo.envs import covenant_v0
from shugyo.envs.core.game import Batch, GameSpec
from shugyo.envs.covenant.content import CovenantOptions, build_tables


def made() -> Watched:
    """Four games of two seats; the first Protagonist wins two alone and shares one."""
    return Watched(
        share=np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.0, 1.0]]),
        score=np.array([[3, 1], [0, 5], [2, 2], [1, 2]], np.float32),
        rounds=np.array([4, 4, 2, 4]),
        conflicts=np.array([8, 8, 4, 8]),
        decisions=np.array([80, 160, 80, 80]),
        truncated=np.array([False, False, False, True]),
        position=np.array([[0, 1], [1, 0], [0, 1], [0, 1]]),
        fallen=np.array([False, False, True, False]),
        blame=np.zeros((4, 2), np.int64),
        lead_changes=np.array([0, 1, 2, 1]),
    )


def values(sums: Sums) -> dict[str, float]:
    return dict(zip(sums.names, sums.values.tolist(), strict=True))


def test_figures_worked_out_by_hand():
    tables, _ = build_tables(CovenantOptions())
    seen = made()
    assert values(summed(covenant_figures(seen, tables[0], ()), seen.rounds)) == pytest.approx(
        {
            "rounds": 3.5,
            "decisions": 100,
            "lead changes": 1,
            "limit": 0.25,
            "decisions a turn": 400 / 28,
            "draws": 0.25,
            "winning margin": 2,  # 2, 5, 0 and 1
            "seat: 1": 2 * 2.5 / 4,  # of fair
            "seat: 2": 2 * 1.5 / 4,
            "fall": 0.25,
        }
    )


def test_sums_keep_what_is_needed():
    tables, _ = build_tables(CovenantOptions())
    seen = made()
    sums = summed(covenant_figures(seen, tables[0], ()), seen.rounds)
    assert sums.games == 4
    assert sums.lengths == {2: 1, 4: 3}
    assert sums.errors.mean(axis=0) == pytest.approx(0, abs=1e-12)
    some = sums.picked(["fall", "hero: Nobody"])
    assert some.values[0] == 0.25
    assert np.isnan(some.values[1]) and np.isnan(some.fair[1])
    assert sums.fair[sums.names.index("seat: 1")] == 0.5


def test_names():
    names = ["rounds", "hero: Aiko", "hero: Ran", "seat: 1"]
    assert chosen(names, ["hero"]) == ["hero: Aiko", "hero: Ran"]
    assert chosen(names, ["seat", "hero: Ran"]) == ["hero: Ran", "seat: 1"]
    assert in_words("hero: Aiko") == "wins of seats that begin with Aiko"
    assert group_of("seat: 1").fair
    check("daimyo", list(GROUPS.keys() - {"side", "fall"}))
    with pytest.raises(ValueError, match="covenant has no figure 'lift: X'"):
        check("covenant", ["lift: X"])


# ------------------------------------------------------------------------------------------------- watching a year
class BySlot:
    """Plays by the number of the game that it is told."""

    name, needs, observation_dtype = "by slot", {"observation"}, "int8"

    def start(self, game: GameSpec, seed: int) -> None:
        self.seen: set[tuple[int, int]] = set()

    def act(self, batch: Batch) -> np.ndarray:
        games = list(zip(batch.slot.tolist(), batch.seat.tolist(), strict=True))
        assert batch.first.tolist() == [game not in self.seen for game in games]
        assert batch.observation is not None and batch.observation.any(axis=1).all()
        self.seen.update(games)
        legal = [np.flatnonzero(mask) for mask in batch.mask]
        return np.array([one[(7 * slot + seat) % len(one)] for one, (slot, seat) in zip(legal, games, strict=True)])


@pytest.mark.parametrize("player", ["heuristic", "by slot"])
def test_games_do_not_depend_on_threads_or_on_those_beside_them(player: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "find_player", lambda game, name: BySlot())
    options = {"mode": "conflict"}
    seen = watch(options, player, 12, 5)
    monkeypatch.setattr(year_play, "AT_ONCE", 5)
    for again in (watch(options, player, 12, 5), watch(options, player, 12, 5, num_threads=2)):
        assert all(np.array_equal(x, y) for x, y in zip(vars(again).values(), vars(seen).values(), strict=True))
    other = watch(options, player, 12, 6)
    assert not np.array_equal(other.decisions, seen.decisions) or not np.array_equal(other.share, seen.share)


def test_the_games_are_those_of_a_vector_env():
    seen = watch({"mode": "conflict"}, "heuristic", 20, 5)
    venv = covenant_v0.vector_env(num_envs=20, mode="conflict")
    venv.reset(seed=5)
    first = venv.unwrapped.states["first"]
    assert np.array_equal(seen.position[:, 0], (0 - first) % 2)
    assert 0 < first.mean() < 1


def test_what_is_seen_of_a_year_hangs_together():
    seen = watch({"num_players": 3}, "greedy", 60, 1)
    assert seen.share.sum(axis=1) == pytest.approx(1)
    assert np.array_equal(np.sort(seen.position, axis=1), np.tile(np.arange(3), (60, 1)))
    assert ((seen.rounds == 4) | seen.fallen).all()
    assert np.array_equal(seen.conflicts, 3 * seen.rounds)
    assert ((seen.blame >= 0).all()) and seen.lead_changes.mean() > 0.2
    best = seen.score == seen.score.max(axis=1, keepdims=True)
    assert best[seen.share > 0].all()  # who wins has the highest score
