"""What stands behind names."""

import pytest

from shugyo.agents.baselines import baseline_file
from shugyo.benchmarks.names import find_game, missing, read_named, stamped
from shugyo.envs import covenant_v0


@pytest.mark.parametrize("name", ["covenant", "covenant_v0"])
def test_the_version_of_a_game_may_be_left_out(name):
    assert find_game(name) is covenant_v0.GAME


def test_an_unknown_game_is_refused():
    with pytest.raises(ValueError, match="there is no game 'covenan'; did you mean covenant_v0"):
        find_game("covenan")


@pytest.mark.parametrize(
    ("name", "words"),
    [("cup", "there is no tournament 'cup'; there are covenant"), ("a/cup.toml", "no file a/cup.toml")],
)
def test_settings_that_are_not_there(name, words):
    with pytest.raises(ValueError, match=words):
        read_named("tournaments", "tournament", name, ValueError)


def test_a_trained_player_is_stamped_with_what_its_file_holds(tmp_path):
    shipped = baseline_file("covenant-conflict")
    assert shipped is not None
    copy = tmp_path / "copy.safetensors"
    name = f"ppo:{copy}"
    assert stamped(name) == f"{name} missing"
    assert "there is no checkpoint at" in missing(name)
    copy.write_bytes(shipped.read_bytes())
    assert stamped(name).removeprefix(name) == stamped("ppo:covenant-conflict").removeprefix("ppo:covenant-conflict")
    copy.write_bytes(shipped.read_bytes() + b" ")
    assert stamped(name).removeprefix(name) != stamped("ppo:covenant-conflict").removeprefix("ppo:covenant-conflict")
    assert missing(name) == ""


@pytest.mark.parametrize("name", ["random", "ismcts:50", "ppo", "ppo:"])
def test_a_name_without_a_file_has_no_stamp(name):
    assert (stamped(name), missing(name)) == (name, "")
