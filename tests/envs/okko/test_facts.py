"""What `source` marks as known is there, and the shipped content uses the whole language of EFFECTS.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from shugyo.envs.core.content import Content, Overlay, shipped
from shugyo.envs.okko.cards import EventName, Modifier
from shugyo.envs.okko.effects import AnyInstruction, Count, If, OpenDoors, Place, StatName, Token
from shugyo.envs.okko.scenarios import OkkoContent

SHIPPED = Content("okko", shipped("okko"), Overlay([])).convert(OkkoContent)


# ---- what is marked as known ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "table", ["heroes", "cards", "wounds", "items", "companions", "kinds", "events", "clues", "missions", "scenarios"]
)
def test_sources_speak_of_facts_that_the_entry_has(table):
    for key, entry in getattr(SHIPPED, table).items():
        assert set(entry.source) <= set(entry.__struct_encode_fields__), key


# ---- the language of EFFECTS.md -------------------------------------------------------------------------------------
def parts(of: Any) -> Iterator[Any]:
    """All records of the content, from the outside in."""
    if isinstance(of, msgspec.Struct):
        yield of
        of = [getattr(of, field) for field in of.__struct_fields__]
    elif isinstance(of, dict):
        of = list(of.values())
    if isinstance(of, list):
        for one in of:
            yield from parts(one)


PARTS = list(parts(SHIPPED))


def values(record: type[msgspec.Struct], field: str) -> set[str]:
    """What the shipped content has in a field of a record."""
    return {getattr(part, field) for part in PARTS if isinstance(part, record)}


def choices(record: type[msgspec.Struct], field: str) -> set[str]:
    """What a field may hold."""
    types = {info.name: info.type for info in msgspec.inspect.type_info(record).fields}  # type: ignore[attr-defined]
    return set(types[field].values)


def test_the_content_uses_every_instruction_and_every_event():
    """But for closed doors and objects, of which the shipped maps have none."""
    assert set(get_args(AnyInstruction)) - {OpenDoors} <= {type(part) for part in PARTS}
    events = {part.event for part in PARTS if hasattr(part, "event") and hasattr(part, "do")}
    assert events == set(get_args(EventName)) - {"take"}


@pytest.mark.parametrize(
    ("record", "field"), [(Modifier, "scope"), (Modifier, "when"), (Count, "what"), (Place, "where"), (Token, "kind")]
)
def test_the_content_uses_every_choice(record, field):
    assert values(record, field) == choices(record, field)


def test_the_content_uses_every_stat_and_every_condition():
    assert values(Modifier, "stat") == set(get_args(StatName))
    conditions = set(If.__struct_fields__) - {"do", "otherwise"}
    assert {name for name in conditions for part in PARTS if isinstance(part, If) and getattr(part, name)} == conditions
