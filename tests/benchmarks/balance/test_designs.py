"""Settings of studies, and the points and comparisons that designs make of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shugyo.benchmarks.balance import settings
from shugyo.benchmarks.balance.designs import design_of, levels_of
from shugyo.benchmarks.balance.run import questions
from shugyo.benchmarks.balance.settings import Base, Factor, Study, StudyError, read_study, resized
from shugyo.benchmarks.names import shipped_names
from shugyo.envs import covenant_v0
from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import OptionError

HAND = {"key": "rules.hand_size", "levels": [5, 9]}
AID = {"key": "rules.aid_value", "times": [0.5, 2]}


def study(factors: Any = (HAND, AID), **more: Any) -> Study:
    given = {
        "title": "t", "question": "q", "game": "covenant", "options": {"mode": "conflict"}, "seed": 1, "games": 100,
        "players": ["greedy", "heuristic"], "figures": ["seat"], "factors": list(factors), **more,
    }  # fmt: skip
    return settings.checked(msgspec.convert(given, Study))


def fitted(design: Any, truth: Any) -> list[float]:
    """What the comparisons of a design make of a figure that is a function of the levels."""
    values = {point.number: truth(*(point.levels.get(f) for f in range(2))) for point in design.points}
    return [sum(weight * values[n] for n, weight in one.weights.items()) for one in design.comparisons]


# ------------------------------------------------------------------------------------------------- designs
def test_one_at_a_time():
    design = design_of(Base(study()))
    assert [point.label for point in design.points] == [
        "as it is", "rules.hand_size = 5", "rules.hand_size = 9", "rules.aid_value = 1", "rules.aid_value = 4",
    ]  # fmt: skip
    assert [(one.factor, one.level, one.reference) for one in design.comparisons] == [
        ("rules.hand_size", "5", "7"), ("rules.hand_size", "9", "7"),
        ("rules.aid_value", "1", "2"), ("rules.aid_value", "4", "2"),
    ]  # fmt: skip
    assert [dict(one.weights) for one in design.comparisons] == [{0: -1, n: 1} for n in (1, 2, 3, 4)]
    changed = covenant_v0.rules_hash(content={"rules": {"hand_size": 5}})
    assert design.points[1].rules_hash == changed
    assert len({point.rules_hash for point in design.points}) == 5


def test_full_factorial():
    design = design_of(Base(study(design="full factorial")))
    assert len(design.points) == 9
    assert design.points[0].levels == {}

    def truth(hand: Any, aid: Any) -> float:
        hand, aid = hand or 7, 2 if aid is None else aid
        return 10 * hand + 3 * aid + hand * aid

    found = {
        (one.factor, one.level): value for one, value in zip(design.comparisons, fitted(design, truth), strict=True)
    }
    mean_aid, mean_hand = np.mean([1, 2, 4]), np.mean([5, 7, 9])
    assert found["rules.hand_size", "9"] == pytest.approx(20 + 2 * mean_aid)
    assert found["rules.aid_value", "1"] == pytest.approx(-3 - mean_hand)
    assert found["rules.hand_size × rules.aid_value", "9 × 4"] == pytest.approx(2 * 2)
    assert len(found) == 2 + 2 + 4
    main = design.comparisons[0]
    assert sum(main.weights.values()) == pytest.approx(0)
    assert sum(main.baseline.values()) == pytest.approx(1)


def test_latin_hypercube():
    factors = [{"key": "rules.hand_size", "range": [4, 11]}, {"key": "rules.aid_value", "range": [0, 5]}]
    design = design_of(Base(study(factors, design="latin hypercube", points=16)))
    hands = sorted(point.levels[0] for point in design.points[1:])
    assert hands == sorted([*range(4, 12)] * 2)  # equal parts of the range
    assert {point.levels[1] for point in design.points[1:]} == set(range(6))

    def truth(hand: Any, aid: Any) -> float:
        return 0 if hand is None else 10 + 2 * hand - 3 * aid

    assert fitted(design, truth) == pytest.approx([2 * 7, -3 * 5])
    assert [(one.level, one.reference) for one in design.comparisons] == [("11", "4"), ("5", "0")]
    values = {p.number: truth(p.levels.get(0), p.levels.get(1)) for p in design.points}
    least = sum(weight * values[n] for n, weight in design.comparisons[0].baseline.items())
    assert least == pytest.approx(10 + 2 * 4 - 3 * 2.5)  # the first at its least value, the other in the middle
    again = design_of(Base(study(factors, design="latin hypercube", points=16)))
    assert [point.levels for point in again.points] == [point.levels for point in design.points]


def test_options_and_ways_to_play_are_factors():
    ways = [{"num_players": 3}, {"num_players": 2, "mode": "mini"}]
    design = design_of(Base(study([{"ways": ways}], options={})))
    assert [point.label for point in design.points] == ["as it is", "num_players 3", "num_players 2, mini"]
    assert [point.options for point in design.points] == [{}, *ways]
    assert all(point.ways_only for point in design.points)
    seats = design_of(Base(study([{"option": "num_players", "levels": [2, 4]}], options={})))
    assert [point.options for point in seats.points] == [{}, {"num_players": 4}]  # 2 is what it is


def test_what_is_asked_of_the_figures():
    names = ["rounds", "seat: 1", "seat: 2"]
    own = [{**HAND, "figures": ["rounds"]}, {"option": "num_players", "levels": [3]}]
    one = study(own, options={}, figures=["seat", "rounds"])
    three = ["rounds", "seat: 1", "seat: 2", "seat: 3"]
    asked = questions(one, design_of(Base(one)), three, {0: names, 1: names, 2: names, 3: three})
    assert [(q.factor, q.level, q.figure) for q in asked] == [
        ("", "as it is", "seat: 1"),  # with two seats, the second is the mirror of the first
        *[("", "num_players = 3", f"seat: {seat}") for seat in (1, 2, 3)],
        ("rules.hand_size", "5", "rounds"), ("rules.hand_size", "9", "rounds"),
        ("num_players", "3", "rounds"), ("num_players", "3", "seat: 1"), ("num_players", "3", "seat: 2"),
    ]  # fmt: skip
    assert asked[0].baseline is None
    assert asked[-1].baseline == {0: 1.0}


def test_levels_are_values_and_multiples():
    base = Base(study(options={}))
    assert levels_of(base, Factor(key="rules.hand_size", levels=[7, 8], times=[0.5, 1.0, 1.2])) == [8, 4]
    assert levels_of(base, Factor(key="mage.trait_values", times=[2])) == [[6, 4, 4, 2]]


def test_numbers_of_a_mode_are_its_own():
    assert Base(study()).value(Factor(key="votes.start")) == 0
    assert Base(study(options={})).value(Factor(key="votes.start")) == 5


# ------------------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "covenan"}, "did you mean covenant_v0"),
        ({"figures": ["seet"]}, "no figure 'seet'; did you mean seat?"),
        ({"figures": ["hero"]}, "covenant has no figure 'hero'"),
        ({"margins": {"seets": 0.1}}, "did you mean seat"),
        ({"players": ["greedy", "greedy"]}, "twice"),
        ({"players": ["greedy", "nobody"]}, "no player 'nobody'"),
        ({"players": ["greedy", {"roles": {"oni": "random"}}]}, "does not fit covenant_v0"),
        ({"players": ["greedy", {"games": 30}]}, "give all or roles"),
        ({"factors": [{"levels": [1]}]}, "give one of them"),
        ({"factors": [{"key": "rules.hand_size"}]}, "has no levels"),
        ({"factors": [{"key": "rules.hand_size", "range": [3, 5]}]}, "a range needs"),
        ({"factors": [{"key": "rules.hand_size", "range": [5, 3], "levels": [4]}]}, "is empty"),
        ({"factors": [{"option": "num_heroes", "levels": [1]}]}, "no option 'num_heroes'"),
        ({"factors": [{"ways": [{"modus": "mini"}]}]}, "no option 'modus'; did you mean mode?"),
        ({"factors": [{"ways": [{"mode": "mini"}], "levels": [1]}]}, "leave levels"),
        ({"design": "latin hypercube"}, "needs points"),
    ],
)
def test_studies_that_make_no_sense(change: dict[str, Any], words: str):
    with pytest.raises(ValueError, match=words):
        study(**change)


@pytest.mark.parametrize("key", ["rules.hand_sise", "rules", "rules.hand_size.x"])
def test_keys_that_do_not_exist(key: str):
    with pytest.raises((StudyError, ContentError), match=r"there is no rules.hand_sise|wrong form|names? one|no value"):
        study([{"key": key, "levels": [3]}])


@pytest.mark.parametrize(
    ("factor", "more", "error", "words"),
    [
        ({"key": "rules.hand_size", "levels": [7]}, {}, StudyError, "no level differs"),
        ({"key": "rules.hand_size", "levels": [99]}, {}, ContentError, "study, factor .*hand_size = 99 is not"),
        ({"option": "num_players", "levels": [9]}, {"options": {}}, OptionError, "num_players=9"),
        ({"key": "deck.reshuffle", "times": [2]}, {}, StudyError, "no multiples"),
        ({"key": "rules.hand_size", "levels": [5, 6]}, {"design": "latin hypercube", "points": 2}, StudyError,
         "two points more"),
    ],
)  # fmt: skip
def test_levels_that_are_not_possible(factor: Any, more: Any, error: type[Exception], words: str):
    with pytest.raises(error, match=words):
        design_of(Base(study([factor], **more)))


def test_files(tmp_path: Path):
    with pytest.raises(StudyError, match="there is no study 'nothing'; there are"):
        read_study("nothing")
    for text, words in (("a = ", "bad.toml"), ('title = "t"', "question"), ("frobnicate = 1", "frobnicate")):
        (tmp_path / "bad.toml").write_text(text, "utf-8")
        with pytest.raises(StudyError, match=words):
            read_study(str(tmp_path / "bad.toml"))


def test_another_size():
    one = study(players=["greedy", {"all": "heuristic", "games": 50}])
    assert [resized(one, 1000).games_of(playing) for playing in resized(one, 1000).playing] == [1000, 500]
    with pytest.raises(StudyError, match="at least 20"):
        resized(one, 10)


@pytest.mark.parametrize("name", shipped_names("balance"))
def test_shipped_studies_make_sense(name: str):
    one = read_study(name)
    base = Base(one)
    design = design_of(base)
    assert design.points[0].rules_hash == base.spec.rules_hash
    assert (Path(settings.__file__).parents[2] / "configs" / "balance" / f"{name}.toml").read_text("utf-8")[0] == "#"
    assert one.seed >= 9_000_000  # deals that nobody was trained or tuned on


def test_the_study_of_heroes_has_twenty_variants_of_content():
    design = design_of(Base(read_study("daimyo_heroes")))
    assert sum(not point.ways_only for point in design.points) == 20
