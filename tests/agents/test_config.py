from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from shugyo.agents.training.config import ConfigError, assign, read_file, settings_of, settle, shipped, to_toml
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
        ({"budget": {"minutes": None}}, r"needs an end: set budget\.minutes or budget\.steps"),
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


def test_settings_load_no_torch():
    code = "from shugyo.agents.training import config; config.shipped('covenant')"
    code += "\nimport sys; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
