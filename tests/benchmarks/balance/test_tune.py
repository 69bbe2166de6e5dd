"""Tuning: against simulated games of which the best values are known, and on a conflict of covenant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shugyo.benchmarks.balance import playing, settings
from shugyo.benchmarks.balance.effects import Value
from shugyo.benchmarks.balance.figures import Tally, summed
from shugyo.benchmarks.balance.settings import Base, Study, StudyError, Target
from shugyo.benchmarks.balance.tune import Loss, Search, Tuned, loss_of, most_games, settled, space_of


def study(**more: Any) -> Study:
    given = {
        "title": "t", "question": "q", "game": "covenant", "options": {"mode": "conflict"}, "seed": 9, "games": 4000,
        "players": ["greedy", "heuristic"], "figures": ["seat"],
        "factors": [
            {"key": "rules.hand_size", "range": [3, 15]}, {"key": "rules.aid_value", "levels": [0, 1, 2, 3, 4, 5]},
        ],
        "tune": {
            "trials": 50, "games": 200, "second": ["random"], "finalists": 3,
            "targets": [{"figure": "seat: 1", "value": 1.0, "within": 0.1}],
        },
        **more,
    }  # fmt: skip
    return settings.checked(msgspec.convert(given, Study))


def simulated(cell: Any, **more: Any) -> Any:
    """Games in which the first seat wins more with larger hands and higher aid, and by far among random players."""
    rules = cell.options.get("content", {}).get("rules", {})
    hand, aid = rules.get("hand_size", 7), rules.get("aid_value", 2)
    share = 0.5 + 0.04 * (hand - 11) + 0.03 * (aid - 4) + (0.2 if cell.playing.all == "random" else 0.0)
    luck = np.random.default_rng(cell.seed).random(cell.games)  # common to all candidates
    won = (luck < share).astype(float)
    ones = np.ones(cell.games)
    tallies = {"seat: 1": Tally(2 * won, ones, 0.5), "seat: 2": Tally(2 - 2 * won, ones, 0.5)}
    return summed(tallies, np.ones(cell.games, np.int64))


def tune(one: Study, folder: Path) -> Tuned:
    return Search(Base(one), folder).run("the command")


def test_simulated_numbers_are_tuned_to_their_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "play_cell", simulated)
    tuned = tune(study(), tmp_path)
    hand, aid = (new for _, new in tuned.values.values())
    assert 0.5 + 0.04 * (hand - 11) + 0.03 * (aid - 4) == pytest.approx(0.5, abs=0.031)  # a step of a number
    own = [check for check in tuned.checks if check.searched]
    assert [check.verdict for check in own] == ["reached"] * 2
    assert all(check.before.value == pytest.approx(0.56, abs=0.08) for check in own)
    (other,) = [check for check in tuned.checks if not check.searched]
    assert (other.player, other.verdict) == ("random", "missed")  # a second family of players disagrees
    assert not tuned.reached
    assert tuned.pruned > 5
    assert tuned.words == [f"--set rules.hand_size={hand}", *([f"--set rules.aid_value={aid}"] if aid != 2 else [])]


def test_a_search_goes_the_same_way_again_and_plays_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "play_cell", simulated)
    one = study()
    first = tune(one, tmp_path)

    def nothing(*arguments: Any, **more: Any) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(playing, "play_cell", nothing)
    again = tune(one, tmp_path)
    assert (again.values, again.finalists, again.games) == (first.values, first.finalists, first.games)
    assert again.games <= most_games(one)


def test_the_search_does_not_see_the_deals_it_is_judged_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seeds: dict[str, set[int]] = {"search": set(), "judged": set()}

    def noting(cell: Any, **more: Any) -> Any:
        seeds["judged" if cell.games == 4000 else "search"].add(cell.seed)
        return simulated(cell)

    monkeypatch.setattr(playing, "play_cell", noting)
    tune(study(), tmp_path)
    assert len(seeds["judged"]) == 1
    assert not seeds["judged"] & seeds["search"]
    assert len(seeds["search"]) >= 4  # blocks, and the deals of the finalists


def test_candidates_that_the_game_refuses_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "play_cell", simulated)
    wide = [{"key": "rules.hand_size", "range": [3, 60]}]
    tuned = tune(study(factors=wide), tmp_path)
    assert tuned.refused > 0
    assert tuned.values["rules.hand_size"][1] <= 26


def test_a_conflict_is_tuned_with_real_games(tmp_path: Path):
    one = study(
        games=1500,
        factors=[{"key": "rules.aid_value", "range": [0, 6]}],
        tune={
            "trials": 10, "games": 300, "blocks": 2, "finalists": 2, "second": ["random"],
            "targets": [{"figure": "seat: 1", "value": 0.37, "within": 0.1}],
        },
    )  # fmt: skip
    tuned = tune(one, tmp_path)
    assert tuned.values["rules.aid_value"][1] > 2  # stronger aid helps the Antagonist
    assert all(check.verdict != "missed" for check in tuned.checks if check.searched)
    assert all(check.before.value > check.after.value for check in tuned.checks if check.searched)
    for check in tuned.checks:
        assert check.after.low <= check.after.value <= check.after.high
    assert tuned.tuned_hash != "" and len(tuned.finalists) == 2


# ------------------------------------------------------------------------------------------------- by hand
def test_noise_is_taken_off_the_loss():
    target = Target(figure="seat: 1", value=1.0, within=0.1)
    losses = []
    for seed in range(200):
        won = (np.random.default_rng(seed).random(200) < 0.5).astype(float)
        sums = summed({"seat: 1": Tally(2 * won, np.ones(200), 0.5)}, np.ones(200, np.int64))
        losses.append(loss_of({"p": sums}, [target]))
    values = np.array([loss.value for loss in losses])
    assert abs(values.mean()) < 3 * values.std() / np.sqrt(200)  # at the target, the loss is 0 on average
    assert 0.8 < np.mean([loss.error for loss in losses]) / values.std() < 1.6


def test_what_is_clearly_worse():
    assert Loss(3.0, 1.0).clearly_above(Loss(0.0, 1.0))
    assert not Loss(2.0, 1.0).clearly_above(Loss(0.0, 1.0))


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.95, 1.05, "reached"), (0.85, 1.05, "not settled"), (1.05, 1.15, "not settled"), (1.11, 1.2, "missed"),
     (0.5, 0.89, "missed")],
)  # fmt: skip
def test_whether_a_target_is_reached(low: float, high: float, verdict: str):
    value = Value("p", "seat: 1", "p", (low + high) / 2, low, high, 0.5, 100)
    assert settled(value, Target(figure="seat: 1", value=1.0, within=0.1)) == verdict


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tune": None, "factors": [{"key": "rules.hand_size", "levels": [5]}]}, "nothing to tune"),
        ({"factors": []}, "nothing to tune"),
        ({"factors": [{"key": "rules.hand_size", "range": [8, 9]}]}, "leaves out what the game has, 7"),
        ({"factors": [{"key": "deck.reshuffle", "range": [0, 1]}]}, "a range is for numbers"),
    ],
)
def test_what_cannot_be_tuned(change: dict[str, Any], words: str, tmp_path: Path):
    with pytest.raises(StudyError, match=words):
        Search(Base(study(**change)), tmp_path)


def test_a_target_that_no_game_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(playing, "play_cell", simulated)
    settings_of = {"second": ["random"], "targets": [{"figure": "seat: 9"}]}
    with pytest.raises(StudyError, match="no figure 'seat: 9' in these games; there are seat: 1, seat: 2"):
        tune(study(tune=settings_of), tmp_path)


def test_where_factors_are_searched():
    base = Base(study())
    hand, aid = (space_of(base, factor) for factor in base.study.factors)
    assert (hand.start, hand.low, hand.high, hand.whole) == (7, 3, 15, True)
    assert (aid.start, aid.choices) == (0, (2, 0, 1, 3, 4, 5))
