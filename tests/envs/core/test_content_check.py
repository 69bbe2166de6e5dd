"""Variants of a game, and the differences of two contents."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, inspect

from shugyo.envs import covenant_v0, daimyo_v0
from shugyo.envs.core.content import ContentError, Overlay
from shugyo.envs.core.content_check import (
    ABSENT,
    Change,
    changes,
    check_variants,
    choices,
    idle_entries,
    shipped_content,
    variants,
)
from shugyo.envs.core.options import parse_options


class Fields(msgspec.Struct):
    flag: bool
    count: Annotated[int, Meta(ge=2, le=4)] | None
    name: Literal["a", "b"]
    several: Annotated[tuple[Literal[1, 2], ...], Meta(description="some")]
    wide: Annotated[int, Meta(ge=1, le=1000)]
    text: str
    key: Annotated[str, Meta(extra={"table": "things"})]


def test_choices_of_a_type():
    content = {"things": {"one": {}, "dropped": {"enabled": False}, "other": {"enabled": True}}}
    fields = inspect.type_info(Fields).fields  # type: ignore[attr-defined]
    found = {field.name: choices(field.type, content) for field in fields}
    assert found == {
        "flag": [False, True],
        "count": [2, 3, 4],
        "name": ["a", "b"],
        "several": [(), (1,), (2,), (1, 2)],
        "wide": [],
        "text": [],
        "key": ["one", "other"],
    }


def test_variants_are_all_that_the_game_takes():
    found = list(variants(daimyo_v0.GAME, {}))
    expansions = [(), (1,), (2,), (1, 2)]
    together = [
        {"num_players": n, "heroes": heroes, "nemesis": nemesis, "boss_rush": False, "expansions": those}
        for n, heroes, nemesis, those in product((2, 3, 4, 5), ("beginner", "random"), (False, True), expansions)
    ]
    alone = [
        {"num_players": 1, "heroes": "random", "nemesis": False, "boss_rush": True, "expansions": those}
        for those in expansions
    ]
    assert sorted(found, key=str) == sorted([*together, *alone], key=str)
    modes = [(given["num_players"], given["mode"]) for given in variants(covenant_v0.GAME, {})]
    assert sorted(modes) == sorted([(2, "conflict"), (2, "mini"), *((n, "year") for n in (2, 3, 4, 5))])


def test_a_fixed_option_is_not_varied():
    found = list(variants(daimyo_v0.GAME, {"boss_rush": True, "expansions": [2]}))
    assert found == [
        {"boss_rush": True, "expansions": [2], "num_players": 1, "heroes": "random", "nemesis": False},
    ]


def checked(content: dict[str, Any], **fixed: Any) -> int:
    game = daimyo_v0.GAME
    options = parse_options(game.options_type, game.env_id, {"content": content, **fixed})
    return check_variants(game, options, fixed)[2]


def test_a_variant_that_cannot_be_played_is_named():
    keys = shipped_content(daimyo_v0.GAME)[1]["heroes"]
    left = [key for key, hero in keys.items() if not (hero["set_aside"] or hero["expansion"])][:5]
    content = {"heroes": {key: {"enabled": False} for key in keys if key not in left}}
    for key in left:  # five heroes: enough for up to four players
        content["heroes"][key] = {"beginner": True, "other_form": None}
    assert checked(content, num_players=4, boss_rush=False) == 16
    with pytest.raises(ContentError, match=r"there are 5 heroes .* \(with num_players=5.*\); needed are 6"):
        checked(content)


def test_what_fails_at_once_is_told_without_a_variant():
    with pytest.raises(ContentError, match=r"heroes\.aiko\.atk = 99 is not possible; allowed"):
        checked({"heroes": {"aiko": {"atk": 99}}})


def test_changes_go_down_tables_and_take_arrays_whole():
    old = {"a": {"b": 1, "c": [1, 2], "d": {"e": 1}}, "f": 3}
    new = {"a": {"b": 2, "c": [1, 3], "g": {}}, "f": 3}
    assert list(changes(old, new)) == [
        Change(("a", "b"), 1, 2),
        Change(("a", "c"), [1, 2], [1, 3]),
        Change(("a", "d"), {"e": 1}, ABSENT),
        Change(("a", "g"), ABSENT, {}),
    ]
    assert list(changes(old, old)) == []


def test_entries_that_change_nothing_are_found_by_place():
    overlay = Overlay([("a.toml", {"a": {"b": {"c": 1}, "d": 2}}), ("b.toml", {}), ("c.toml", {"e": {"f": 2}})])
    found = [Change(("a", "b", "c"), 0, 1), Change(("e", "f"), 1, 2)]
    assert idle_entries(overlay, found) == {"a.toml": (["a.d"], 2), "b.toml": ([], 0), "c.toml": ([], 1)}
