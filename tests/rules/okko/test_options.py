"""What is settled before a game: the options, what a scenario says, and forced decisions (B1, B8, B103, O222)."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play

from shugyo.envs.core.options import OptionError, parse_options
from shugyo.envs.okko import state as st
from shugyo.envs.okko.content import OkkoOptions, build_tables
from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.names import decoded


def tables(**options):
    """Tables of the shipped content."""
    return build_tables(parse_options(OkkoOptions, "okko_v0", options))[0][0]


def heroes(t) -> list[str]:
    return [decoded(t.hero_name[h]) for h in range(t.num_heroes)]


def spaces(t) -> list[str]:
    return [decoded(t.space_name[space]) for space in range(t.num_spaces)]


# ---- B1 -------------------------------------------------------------------------------------------------------------
def test_b001_the_option_says_which_heroes_play_without_it_the_scenario():
    assert heroes(tables(scenario="vigil", num_heroes=2)) == ["Noshin", "Setsuka"]
    assert heroes(tables(scenario="vigil", num_heroes=2, heroes=("setsuka", "okko"))) == ["Setsuka", "Okko"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_heroes": 2, "heroes": ("okko", "okko")}, "twice"),
        ({"num_heroes": 3, "heroes": ("okko", "noshin")}, "does not fit num_heroes=3"),
        ({"num_heroes": 1, "heroes": ("tikku",)}, "tikku"),
        ({"num_heroes": 3, "scenario": "vigil"}, "not for num_heroes=3; for: 1, 2"),
    ],
)
def test_b001_nobody_twice_nobody_unknown_and_not_for_every_number(options, message):
    with pytest.raises(OptionError, match=message):
        tables(**options)


# ---- B8 -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("number", "figures"), [(1, (3, 1, 1, 0)), (2, (4, 1, 1, 0)), (3, (6, 3, 3, 1)), (4, (6, 3, 3, 2))]
)
def test_b008_agents_and_heroes_begin_where_the_scenario_says_by_number_of_heroes(number, figures):
    t = tables(scenario="investigation", num_heroes=number)
    begin = {}
    for kind in range(st.KINDS):
        starts = t.figure_start[t.kind_first[kind] : t.kind_first[kind] + t.kind_count[kind]]
        begin[decoded(t.kind_name[kind])] = int((starts >= 0).sum())
    assert tuple(begin.pop(name) for name in ("Ashigaru", "Samurai", "Yurei", "Ninja")) == figures
    assert not any(begin.values())
    where = [spaces(t)[t.figure_start[hero]] for hero in range(number)]
    assert where == ["gate.a1", "gate.a2", "gate.a3", "gate.b2"][:number]


def test_b008_tokens_tests_and_whether_there_is_an_investigation():
    t = tables(scenario="initiation", num_heroes=1)
    dojo = spaces(t).index("dojo.a1")
    assert t.investigation == 0 and t.mission_decides.sum() == 1 and not t.clue_kind.any()
    assert (t.test_stat[dojo], t.test_difficulty[dojo]) == (st.MIGHT, 5)
    lie = {(int(t.token_kind[n]), spaces(t)[t.token_start[n]]) for n in range(t.num_tokens)}
    assert lie == {(st.TEST_TOKEN, "dojo.a1"), (st.CHEST, "gate.c3"), (st.CHEST, "dojo.a4")}


def test_b008_o222_objective_tokens_lie_where_the_scenario_puts_them():
    t = tables(scenario="initiation", num_heroes=1, content={"scenarios": {"initiation": {"objects": ["gate.c1"]}}})
    objects = np.flatnonzero(t.token_kind == st.OBJECT_TOKEN)
    assert [spaces(t)[t.token_start[n]] for n in objects] == ["gate.c1"]


# ---- B103 -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("auto_forced", [True, False])
def test_b103_a_decision_with_one_legal_action_is_played_by_the_engine_unless_that_is_off(auto_forced):
    play = Play(GAME, {"num_heroes": 2}, 4, seed=3, auto_forced=auto_forced)
    fewest = [int(play.mask.sum(1).min())]
    for _ in range(60):
        play.random_step()
        fewest.append(int(play.mask.sum(1).min()))
    assert min(fewest) == (2 if auto_forced else 1)
