from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from shugyo.agents.training.config import (
    ConfigError,
    assign,
    read_file,
    settings_named,
    settings_of,
    settle,
    shipped,
    shipped_names,
    to_toml,
)
from shugyo.envs.core.content import ContentError

SHIPPED = shipped("covenant")


def test_what_ships_is_a_run():
    config = settle(SHIPPED)
    assert config.game == "covenant_v0"
    assert config.budget.minutes == 20


def test_settings_survive_the_file(tmp_path):
    overlay = {"options": {"content": {"modes": {"conflict": {"votes": {"start": 2}}}}}, "opponents": {"ppo:a b": 1.0}}
    config = settle(SHIPPED, overlay, {"budget": {"minutes": None, "steps": 5}})
    (tmp_path / "config.toml").write_text(to_toml(config), "utf-8")
    assert settle(settings_of(tmp_path)) == config


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"ppo": {"zzz": 3}}, r"there is no ppo\.zzz; there are hidden"),
        ({"ppo": {"epoch": 3}}, r"there is no ppo\.epoch; did you mean epochs\?"),
        ({"speed": 3}, r"there is no speed; "),
        ({"ppo": {"epochs": 0}}, r"ppo\.epochs = 0 is not possible; allowed: an integer, at least 1"),
        ({"ppo": {"gamma": 1.5}}, r"ppo\.gamma = 1\.5 is not possible; allowed: a number from 0 to 1"),
        ({"ppo": {"hidden": [64, "x"]}}, r"ppo\.hidden\.1 = 'x' is not possible; allowed: an integer"),
        ({"opponents": {"random": -1}}, r"opponents = {.*'random': -1}: Expected `float` >= 0.0"),
        ({"opponents": dict.fromkeys(SHIPPED["opponents"], 0)}, r"opponents: nobody has a share"),
        ({"league": {"turn_minutes": 3}}, r"league\.turn_minutes is for a run of two sides: set sides"),
        ({"budget": {"minutes": None}}, r"needs an end: set budget\.minutes or budget\.steps"),
        ({"device": "gpu"}, r'device = .gpu. is not possible; allowed: one of "auto", "cpu", "cuda"'),
        ({"tables": [{"share": 0}]}, r"tables\.0\.share = 0 is not possible; allowed: a number above 0"),
        ({"tables": [{"seats": 3}]}, r"there is no tables\.0\.seats; "),
        (
            {"tables": [{"options": {"content": {}}}]},
            r"tables\.0\.options\.content is not possible: .* into \[options\]",
        ),
        ({"game": "chess"}, "there is no game 'chess'; there are covenant_v0"),
    ],
)
def test_wrong_settings_are_named_with_what_is_right(overlay, message):
    with pytest.raises(ConfigError, match=message):
        settle(SHIPPED, overlay)


def test_assignments_reach_settings_and_content():
    values = assign(SHIPPED, ["ppo.batch=512", "opponents.random = 0.5", "rules.hand_size=5", "deck.reshuffle=false"])
    config = settle(values)
    assert config.ppo.batch == 512 and config.opponents["random"] == 0.5
    assert config.options["content"] == {"rules": {"hand_size": 5}, "deck": {"reshuffle": False}}
    assert settle(assign(values, ["rules.seasons=2"])).options["content"]["rules"] == {"hand_size": 5, "seasons": 2}


def test_an_assignment_that_is_none_is_refused():
    with pytest.raises(ContentError, match=r"cannot read 'ppo\.batch'"):
        assign(SHIPPED, ["ppo.batch"])


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(ConfigError, match=r"cannot read .*none\.toml: No such file"):
        read_file(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("a = ", "utf-8")
    with pytest.raises(ConfigError, match=r"bad\.toml is not TOML: Invalid value"):
        read_file(tmp_path / "bad.toml")


def test_the_file_is_toml_that_others_read():
    assert tomllib.loads(to_toml(settle(SHIPPED)))["ppo"]["hidden"] == settle(SHIPPED).ppo.hidden
    endless = settle(SHIPPED, {"budget": {"minutes": float("inf")}})
    assert settle(tomllib.loads(to_toml(endless))) == endless


def test_settings_load_no_torch():
    code = "from shugyo.agents.training import config; config.shipped('covenant')"
    code += "\nimport sys; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# ------------------------------------------------------------------------------------------------- by name
@pytest.mark.parametrize("name", shipped_names())
def test_all_shipped_settings_are_runs(name):
    config = settle(settings_named(name))
    assert config.game.rpartition("_v")[0] == name.partition("-")[0]
    assert sum(config.split(config.games.num_envs)) == config.games.num_envs


def test_a_game_s_settings_are_found_by_both_its_names():
    assert settings_named("covenant") == settings_named("covenant_v0") == SHIPPED


def test_a_file_need_only_hold_what_differs(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('game = "covenant"\n[ppo]\nbatch = 64\n', "utf-8")
    config = settle(settings_named(str(path)))
    assert config.ppo.batch == 64 and config.ppo.hidden == SHIPPED["ppo"]["hidden"]
    assert config.game == "covenant_v0"


def test_a_file_without_its_game_and_names_of_nothing_are_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("seed = 3\n", "utf-8")
    with pytest.raises(
        ConfigError, match=r"mine\.toml does not say its game; add a line such as: game = 'covenant_v0'"
    ):
        settings_named(str(path))
    with pytest.raises(
        ConfigError, match=r"no training settings 'covenant-yaer'; did you mean covenant-year\? \(a file"
    ):
        settings_named("covenant-yaer")
    with pytest.raises(
        ConfigError, match=r"no training settings 'zzz'; there are covenant, .*, okko-sides \(a file of your own"
    ):
        settings_named("zzz")
    with pytest.raises(ConfigError, match=r"cannot read .*none\.toml: No such file"):
        settings_named(str(tmp_path / "none.toml"))


# ------------------------------------------------------------------------------------------------- tables
def of_tables(*tables, **more):
    return settle(SHIPPED, {"tables": list(tables)}, more)


def test_tables_lay_their_options_over_those_of_the_run(tmp_path):
    config = of_tables({"options": {"num_players": 3}}, {"share": 2.5}, options={"max_turns": 4})
    common = {"mode": "year", "max_turns": 4}
    assert config.table_options == [{"num_players": 3, **common}, {"num_players": 2, **common}]
    (tmp_path / "config.toml").write_text(to_toml(config), "utf-8")
    assert settle(settings_of(tmp_path)) == config
    assert settle(SHIPPED).table_options == [settle(SHIPPED).options]
    assert settle(assign(config_values(config), ["tables=[]"])).tables == []


def config_values(config):
    return tomllib.loads(to_toml(config))


@pytest.mark.parametrize(
    ("shares", "count", "parts"),
    [
        ([], 7, [7]),
        ([1, 1, 1, 1], 128, [32, 32, 32, 32]),
        ([1, 1, 1], 8, [3, 3, 2]),
        ([3, 1], 8, [6, 2]),
        ([2, 1], 7, [5, 2]),
        ([1000, 1, 1, 1], 5, [2, 1, 1, 1]),
        ([1000, 1], 4, [3, 1]),
    ],
)
def test_games_are_divided_by_shares_and_no_table_is_left_without(shares, count, parts):
    assert of_tables(*({"share": share} for share in shares)).split(count) == parts


def test_more_tables_than_games_are_refused():
    with pytest.raises(ConfigError, match="2 games are too few for 3 tables"):
        of_tables({}, {}, {}).split(2)
