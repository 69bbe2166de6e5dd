"""`shugyo train`: what its arguments mean. The training itself is tested in tests/agents."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
import tyro

from shugyo.agents.training.config import ConfigError
from shugyo.agents.training.train import TrainResult
from shugyo.cli import main
from shugyo.cli.match import Args as MatchArgs
from shugyo.cli.train import Args, leaves, settings, show


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
    with pytest.raises(ValueError, match=r"which settings\? There are covenant, covenant-conflict, .*; or give a file"):
        settings(Args())
    with pytest.raises(ConfigError, match="no training settings 'covenat'; did you mean covenant"):
        settings(Args(config="covenat"))


def test_a_limit_that_is_given_takes_the_place_of_the_other():
    base = Args(config="covenant", minutes=2.0)
    assert (settings(base).budget.minutes, settings(base).budget.steps) == (2.0, None)
    steps = settings(Args(config="covenant", steps=500)).budget
    assert (steps.minutes, steps.steps) == (None, 500)


def test_a_league_is_not_given_a_seat():
    with pytest.raises(ValueError, match="these settings train oni_0 and heroes in turn; leave --seat away"):
        settings(Args(config="okko-sides", seat="oni_0"))


def test_content_is_told_in_the_way_that_match_takes_it():
    content = {"rules": {"aid_value": 3}, "suits": {"a": {"values": [1, 2]}}}
    assert list(leaves(content)) == [("rules.aid_value", "3"), ("suits.a.values", "[1,2]")]


def test_the_commands_that_it_ends_with_can_be_pasted_and_no_number_is_cut(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "25")
    folder, given = Path("my runs/first"), {"mode": "conflict", "assignments": ("rules.aid_value=3",)}
    config = settings(Args(config="covenant", num_players=2, **given))
    standings = {"random": {"games": 4, "share": 0.5, "low": 0.2, "high": 0.8}}
    done = TrainResult(folder, folder / "checkpoint.safetensors", 1_234_567, 20.0, standings, interrupted=False)
    show(config, done, folder)
    first, *said, last = capsys.readouterr().out.splitlines()
    assert first == "covenant_v0: 20.0 minutes of training, 1,234,567 decisions"
    assert "│ random  │     4 │ 50.0% [20.0%, 80.0%] │" in said
    match = tyro.cli(MatchArgs, args=shlex.split(last.removeprefix("measure it: shugyo match ")))
    assert match.players == ("ppo:my runs/first", "heuristic") and match.assignments == given["assignments"]
    assert set(match.option) == {"num_players=2", 'mode="conflict"'}
    show(config, TrainResult(folder, done.checkpoint, 9, 1.0, {}, interrupted=True), folder)
    assert shlex.split(capsys.readouterr().out)[-1] == str(folder)


def test_the_command_says_what_is_wrong(capsys):
    assert main(["train", "covenat"]) != 0
    assert "did you mean covenant" in capsys.readouterr().err
