from __future__ import annotations

import pytest
from games import COVENANT, LANTERNS, OKKO

from shugyo.envs.core.game import GameSpec
from shugyo.envs.core.module import GameModule
from shugyo.envs.core.options import OptionError, parse_options
from shugyo.envs.core.sides import has_roles, places_of, seats_named, sides_of
from shugyo.envs.core.spec import make_spec


def spec(module: GameModule, **options) -> GameSpec:
    return make_spec(module.game, parse_options(module.game.options_type, module.game.env_id, options))


def test_everybody_is_a_side_where_there_are_no_teams():
    three = spec(COVENANT, num_players=3)
    assert not has_roles(three)
    assert [tuple(side) for side in sides_of(three)] == [(f"player_{s}", (s,)) for s in range(3)]
    assert places_of(three) == sides_of(three)


def test_the_oni_against_the_heroes():
    four = spec(OKKO, num_heroes=3)
    assert has_roles(four)
    assert [tuple(side) for side in sides_of(four)] == [("oni_0", (0,)), ("heroes", (1, 2, 3))]
    assert places_of(four) == sides_of(four)


def test_seats_by_number_by_agent_and_by_side():
    four, two = spec(OKKO, num_heroes=3), spec(OKKO, num_heroes=1)
    assert [seats_named(four, name) for name in (0, "oni_0", "hero_2", "heroes")] == [(0,), (0,), (3,), (1, 2, 3)]
    assert seats_named(two, "heroes") == (1,), "a team of one"
    for wrong in ("players", "hero_3", 4, -1, True):
        with pytest.raises(OptionError, match=r"allowed: 0 … 3, oni_0, hero_0, hero_1, hero_2, heroes"):
            seats_named(four, wrong)


def test_sides_of_one_kind_have_no_name_of_their_own():
    teams = spec(LANTERNS, num_players=5, teams=True)
    assert [side.name for side in sides_of(teams)] == ["lord_0", "guests"]
    with pytest.raises(OptionError, match="seat='player_0s'"):
        seats_named(spec(COVENANT, num_players=2), "player_0s")
