"""`shugyo train`: what its arguments mean. The training itself is tested in tests/agents."""

from __future__ import annotations

import pytest

from shugyo.agents.training.config import ConfigError
from shugyo.cli import main
from shugyo.cli.train import Args, settings


def test_a_game_s_name_gives_its_shipped_settings():
    config = settings(Args(config="covenant", num_players=3, minutes=2))
    assert (config.game, config.options["num_players"], config.budget.minutes) == ("covenant_v0", 3, 2)


def test_settings_are_found_by_name_and_by_path(tmp_path):
    named = settings(Args(config="covenant-year"))
    assert [options["num_players"] for options in named.table_options] == [2, 3, 4, 5]
    path = tmp_path / "mine.toml"
    path.write_text('game = "covenant_v0"\nseed = 9\n', "utf-8")
    assert settings(Args(config=str(path))).seed == 9
    assert settings(Args(config=str(path), seed=4, assignments=("ppo.batch=32",))).ppo.batch == 32


def test_an_option_that_tables_have_of_their_own_is_refused_and_the_remedy_works():
    with pytest.raises(ValueError, match=r"num_players is set by the tables of these settings; .* --set 'tables=\[]'"):
        settings(Args(config="covenant-year", num_players=3))
    one = settings(Args(config="covenant-year", num_players=3, assignments=("tables=[]",)))
    assert one.table_options == [{"num_players": 3, "mode": "year"}]
    assert settings(Args(config="covenant-year", option=("max_turns=2",))).table_options[3]["max_turns"] == 2


def test_what_contradicts_itself_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"goes on with the settings of its folder; leave covenant away, or use --set"):
        settings(Args(config="covenant", resume=tmp_path))
    with pytest.raises(ValueError, match=r"which settings\? There are covenant, covenant-year, .*; or give a file, or"):
        settings(Args())
    with pytest.raises(ConfigError, match="no training settings 'covenat'; did you mean covenant"):
        settings(Args(config="covenat"))


def test_the_command_says_what_is_wrong(capsys):
    assert main(["train", "covenat"]) != 0
    assert "did you mean covenant" in capsys.readouterr().err
