"""What a searching player may be called."""

from __future__ import annotations

import msgspec
import pytest
from games import COVENANT, DAIMYO, LANTERNS, OKKO

from shugyo.agents.search.options import BY_GAME, TreeOptions, parse_name, settle
from shugyo.agents.search.player import SearchPlayer
from shugyo.envs import GAMES
from shugyo.envs.core.players import scripted_names

TOY = LANTERNS.game
SPEC = LANTERNS.vector_env({}, 1, "same_step", 1, False).game_spec


def settled(name: str):
    return settle(name, parse_name(name), TOY.env_id, scripted_names(TOY))


def test_a_name_without_options_has_the_defaults():
    assert settled("ismcts") == TreeOptions()


def test_all_options_can_be_given():
    name = "ismcts:400,rollout=greedy,depth=20,c=0.25,prior=coin,bias=3,widening=1.5,alpha=0.3,threads=2"
    assert settled(name) == TreeOptions(
        simulations=400, rollout="greedy", depth=20, c=0.25, prior="coin", bias=3, widening=1.5, alpha=0.3, threads=2
    )
    assert settled("ismcts:simulations=7") == TreeOptions(simulations=7)
    assert settled("ismcts:time=0.5,depth=0").time == 0.5
    assert msgspec.structs.asdict(settled("flat:50,threads=2")) == {"simulations": 50, "threads": 2}


@pytest.mark.parametrize("game", [COVENANT, DAIMYO, OKKO], ids=lambda module: module.game.name)
def test_options_of_a_game_hold_until_others_are_given(game):
    names = scripted_names(game.game)
    own = settle("ismcts", {}, game.game.env_id, names)
    assert {field: getattr(own, field) for field in BY_GAME[game.game.env_id]} == BY_GAME[game.game.env_id]
    name = "ismcts:33,depth=none,prior=none,widening=none,rollout=random"
    given = settle(name, parse_name(name), game.game.env_id, names)
    assert (given.simulations, given.depth, given.prior, given.widening, given.rollout) == (33, *[None] * 3, "random")


def test_options_stand_for_the_games_of_the_suite():
    assert set(BY_GAME) == set(GAMES)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mcts:4", r"no searching player 'mcts:4'; there are ismcts, flat"),
        ("ismcts:0", r"simulations=0 is not possible; allowed: an integer from 1 to"),
        ("ismcts:many", r"has no option 'many'; there are simulations, time, rollout"),
        ("ismcts:-5", r"has no option '-5'"),
        ("ismcts:9,roll=heuristic", r"has no option 'roll'; did you mean rollout\?"),
        ("ismcts:9,depth=-1", r"depth=-1 is not possible; allowed: an integer from 0 to .* or none"),
        ("ismcts:9,depth=1.5", r"depth=1.5 is not possible"),
        ("ismcts:9,c=high", r"c=high is not possible; allowed: a number from 0"),
        ("ismcts:9,c=nan", r"c=nan is not possible"),
        ("ismcts:9,c=none", r"c=none is not possible"),
        ("ismcts:9,alpha=2", r"alpha=2 is not possible; allowed: a number from 0"),
        ("ismcts:9,widening=0", r"widening=0 is not possible; allowed: a number above 0"),
        ("ismcts:9,threads=0", r"threads=0 is not possible"),
        ("ismcts:9,", r"has no option ''"),
        ("ismcts:9,c=1,c=2", r"c is given twice"),
        ("ismcts:9,8", r"simulations is given twice"),
        ("ismcts:9,time=1", r"either a number of simulations or time=SECONDS"),
        ("ismcts:time=0", r"time=0 is not possible; allowed: a number above 0"),
        ("flat", r"needs a number of playouts a decision: flat:50"),
        ("flat:50,c=1", r"has no option 'c'; there are simulations, threads"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name, message):
    with pytest.raises(ValueError, match=message):
        SearchPlayer(name)


@pytest.mark.parametrize("field", ["rollout", "prior"])
def test_a_scripted_player_that_the_game_lacks_is_told_with_those_it_has(field):
    player = SearchPlayer(f"ismcts:9,{field}=heuristic", TOY)
    with pytest.raises(
        ValueError, match=rf"lanterns_v0 has no player 'heuristic'; {field} can be random, greedy, coin"
    ):
        player.start(SPEC, 1)


def test_of_a_game_that_is_none_of_the_suite_only_random_is_known():
    SearchPlayer("ismcts:9").start(SPEC, 1)
    with pytest.raises(ValueError, match=r"rollout can be random$"):
        SearchPlayer("ismcts:9,rollout=greedy").start(SPEC, 1)
