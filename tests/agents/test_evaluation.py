from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from games import LANTERNS
from rich.console import Console

from shugyo.agents.network import build_policy, weights_of
from shugyo.agents.training.callbacks import ProgressCallback, as_time, remaining
from shugyo.agents.training.evaluation import Deals, InTurn, minima, play_panel, stand, together
from shugyo.agents.training.pool import OpponentPool
from shugyo.agents.training.priority import Snapshot
from shugyo.envs.core.players import find_player


def games(deals=200, **options):
    return LANTERNS.vector_env({"observation_dtype": "int8", **options}, deals, "disabled", 1, False)


def player(name="greedy"):
    return find_player(LANTERNS.game, name)


def snapshot(spec, number=0) -> Snapshot:
    return Snapshot(number, 0, "", build_policy(spec, (8,)))


# ------------------------------------------------------------------------------------------------- trap F4
@pytest.mark.parametrize("name", ["random", "greedy", "coin"])
@pytest.mark.parametrize(
    "options", [{"num_players": 2}, {"num_players": 3}, {"num_players": 4, "teams": True}], ids=str
)
def test_trap_f4_a_player_against_itself_gets_its_fair_share(name, options):
    standing = stand(games(400, **options), player(name), player(name), 3)
    assert standing.low <= 1 / standing.places <= standing.high
    assert standing.deals == 400 and standing.places == (2 if "teams" in options else options["num_players"])


def test_trap_f4_the_deals_are_paired():
    standing = stand(games(50, num_players=3), player(), "greedy", 1)
    assert standing.share == pytest.approx(1 / 3), "without chance of its own: the same game, from each seat"
    assert standing.games == 150


def test_trap_f7_every_role_has_a_share_of_its_own():
    table = games(300, num_players=3, teams=True)
    standing = stand(table, player("random"), "greedy", 2)
    assert set(standing.by_role) == {"lord", "guest"} and standing.games == 600, "each deal once from each side"
    assert standing.share == pytest.approx(np.mean(list(standing.by_role.values())))
    lord, guest = (stand(table, player("random"), "greedy", 2, seats) for seats in ((0,), (1, 2)))
    assert lord.by_role == {"lord": pytest.approx(standing.by_role["lord"])}
    assert guest.by_role == {"guest": pytest.approx(standing.by_role["guest"])}
    assert stand(games(4), player(), "random", 2).by_role == {}


# ------------------------------------------------------------------------------------------------- tables
def test_standings_of_several_tables_count_alike():
    pair = [stand(games(deals, num_players=seats), player(), "random", 1) for deals, seats in ((100, 2), (50, 3))]
    both = together(pair)
    assert both.share == pytest.approx((pair[0].share + pair[1].share) / 2)
    assert both.lead == pytest.approx((pair[0].lead + pair[1].lead) / 2)
    assert (both.deals, both.games) == (150, 350)
    assert both.low < both.share < both.high
    assert together(pair[:1]) == pair[0]


# ------------------------------------------------------------------------------------------------- the panel
def make_pool(spec, roles=None) -> OpponentPool:
    makers = {"random": partial(find_player, LANTERNS.game, "random")}
    return OpponentPool([spec], makers, {"random": 1.0}, seed=1, hidden=(8,), roles=roles)


def test_snapshots_stand_in_the_panel_once_there_are_some():
    table = games(40, num_players=2)
    pool, panel = make_pool(table.game_spec), ["random", "snapshots", "greedy"]
    assert [s.opponent for s in play_panel(panel, [Deals(table)], player(), pool)] == ["random", "greedy"]
    pool.take_snapshot(build_policy(table.game_spec, (8,)), 0)
    standings = play_panel(panel, [Deals(table), Deals(games(40))], player(), pool)
    assert [s.opponent for s in standings] == panel
    assert [s.games for s in standings] == [200] * 3, "two seats and three, 40 deals each"


def test_rivals_stand_in_the_panel_of_one_side():
    table = games(40, teams=True)
    pool = make_pool(table.game_spec, {"lord"})
    pool.add_rival(weights_of(build_policy(table.game_spec, (8,))), 0)
    (standing,) = play_panel(["rivals"], [Deals(table, (0,))], player(), pool)
    assert (standing.opponent, standing.games, set(standing.by_role)) == ("rivals", 40, {"lord"})


def test_frozen_opponents_share_the_deals_and_keep_them_in_each_round():
    table = games(60, num_players=2)
    three = [snapshot(table.game_spec, number) for number in range(3)]
    mixed = table.play_out([player(), InTurn("snapshots", three)], 1, 5).returns
    for number, one in enumerate(three):
        alone = table.play_out([player(), InTurn("alone", [one])], 1, 5).returns
        assert (mixed[number::3] == alone[number::3]).all()
    assert len({table.play_out([player(), InTurn("one", [s])], 1, 5).returns.tobytes() for s in three}) > 1


def test_the_report_is_the_minimum_over_the_panel_and_by_role():
    one = replace(stand(games(10, teams=True), player(), "random", 1), share=0.7, by_role={"lord": 0.9, "guest": 0.5})
    other = replace(one, share=0.6, by_role={"lord": 0.4, "guest": 0.8})
    assert minima([one, other]) == {"minimum": 0.6, "minimum_lord": 0.4, "minimum_guest": 0.5}
    assert minima([]) == {}


# ------------------------------------------------------------------------------------------------- the progress line
def test_the_time_left_follows_from_what_this_part_of_the_run_has_used():
    assert remaining((0.0, 0.0), (0.25, 5.0)) == pytest.approx(15.0)
    assert remaining((0.5, 60.0), (0.75, 61.0)) == pytest.approx(1.0), "a resumed run, on another machine"
    assert remaining((0.5, 60.0), (0.5, 61.0)) == float("inf")
    assert [as_time(minutes) for minutes in (0.05, 2.5, 61.0, float("inf"))] == ["0:03", "2:30", "1:01:00", "?"]


def test_the_progress_line_tells_the_time_left_and_the_weakest_result():
    logged = {}
    model = SimpleNamespace(num_timesteps=6000, logger=SimpleNamespace(record=logged.__setitem__))
    clock = SimpleNamespace(used=lambda steps: steps / 30_000, minutes=lambda: 1.0)
    run = SimpleNamespace(clock=clock, standings={}, model=model)
    progress = ProgressCallback(run, Console(file=io.StringIO()))  # type: ignore[arg-type]
    assert progress.words() == "6,000 decisions, 100 a second, 4:00 left"
    assert logged == {"time/decisions_per_second": pytest.approx(100)}
    run.standings = {"random": {"share": 0.9}, "heuristic": {"share": 0.45}}
    assert progress.words().endswith(" left, won at least 45.0% (heuristic)")
