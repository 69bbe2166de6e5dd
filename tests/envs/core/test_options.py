from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import CommonOptions, OptionError, parse_options, plain


class Options(CommonOptions, kw_only=True, frozen=True):
    game: ClassVar[str] = "covenant"

    num_players: int = 2
    odd: bool = False

    def __post_init__(self) -> None:
        if self.odd and self.num_players % 2 == 0:
            raise ValueError(f"odd=True does not fit num_players={self.num_players}")


def parse(**given: Any) -> Options:
    return parse_options(Options, "toy_v0", given)


def test_defaults():
    assert plain(parse()) == {
        "render_mode": None,
        "content": None,
        "observation_dtype": "float32",
        "max_turns": None,
        "max_decisions": None,
        "auto_forced": True,
        "on_illegal": "raise",
        "reward_shaping": None,
        "num_players": 2,
        "odd": False,
    }


def test_a_caller_may_have_other_defaults():
    assert parse_options(Options, "toy_v0", {}, on_illegal="terminate").on_illegal == "terminate"
    assert parse_options(Options, "toy_v0", {"on_illegal": "raise"}, on_illegal="terminate").on_illegal == "raise"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"num_player": 3}, ["no option 'num_player'", "did you mean num_players?"]),
        ({"zzz": 3}, ["no option 'zzz'", "there are render_mode, content"]),
        ({"num_players": "3"}, ["num_players='3'", "allowed: an integer"]),
        ({"num_players": True}, ["num_players=True", "allowed: an integer"]),
        ({"observation_dtype": "float64"}, ["observation_dtype='float64'", '"float32", "int8"']),
        ({"on_illegal": "ignore"}, ["on_illegal='ignore'", '"raise", "terminate"']),
        ({"reward_shaping": "renown"}, ["reward_shaping='renown'", '"score" or None']),
        ({"render_mode": "svg"}, ["render_mode='svg'", '"ansi", "human" or None']),
        ({"render_mode": "rgb_array"}, ["render_mode='rgb_array' is not available yet; use 'ansi' or 'human'"]),
        ({"max_turns": 0}, ["max_turns=0", "an integer from 1 to 2147483647 or None"]),
        ({"max_decisions": -1}, ["max_decisions=-1", "an integer from 1"]),
        ({"max_decisions": 2**31}, ["max_decisions=2147483648", "to 2147483647"]),
        ({"auto_forced": 1}, ["auto_forced=1", "true or false"]),
        ({"content": 3}, ["content=3", "None, a dict, or the path of a folder"]),
        ({"content": {3: 1}}, ["content={3: 1}", "None, a dict, or the path of a folder"]),
        ({"odd": True}, ["odd=True does not fit num_players=2"]),
    ],
)
def test_what_is_refused(given: dict[str, Any], words: list[str]):
    with pytest.raises(OptionError) as caught:
        parse(**given)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("toy_v0")
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_numpy_scalars_count_as_numbers():
    options = parse(num_players=np.int64(4), auto_forced=np.bool_(False))
    assert (options.num_players, options.auto_forced) == (4, False)


def test_a_content_folder_is_read_once(tmp_path: Path):
    file = tmp_path / "rules.toml"
    file.write_text("[rules]\naid_value = 3\n", "utf-8")
    by_path, by_text = parse(content=tmp_path), parse(content=str(tmp_path))
    file.unlink()
    for options in (by_path, by_text, pickle.loads(pickle.dumps(by_path))):
        assert plain(options)["content"] == {"rules": {"aid_value": 3}}
        assert plain(options) == plain(parse(content={"rules": {"aid_value": 3}}))


def test_a_content_folder_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(ContentError, match="does not exist"):
        parse(content=tmp_path / "nowhere")


def test_plain_options_go_through_json_and_back():
    options = parse(content={"rules": {"aid_value": np.int16(3), "x": (1, 2)}}, num_players=3, odd=True)
    data = plain(options)
    assert json.loads(json.dumps(data)) == data
    assert plain(parse(**data)) == data
