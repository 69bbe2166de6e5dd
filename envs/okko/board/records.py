"""Tiles, and what a scenario lays on the table, as typed records. MAPS.md describes both."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .capacity import HEROES

Spot = Annotated[str, Meta(pattern=r"^[a-z0-9_]+\.[a-z][1-9]$", description='a space such as "gate.a1"')]
Spots = list[Spot]
AreaName = Annotated[str, Meta(pattern=r"^[a-z0-9_]+\.[a-z]$", description='an area such as "gate.a"')]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Side(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One side of a tile or corridor.

    Attributes:
        name: what is printed on it. It begins with M and a number on a mission tile: ``"M1 Mask Theatre"``.
        drawing: the side as text.
        prohibited: difficulty of the Direct SPEED test of a prohibited tile, 0 if it is none.
        interactions: ``{space: what is there}`` of all interaction spaces.
    """

    name: Name
    drawing: str
    prohibited: Annotated[int, Meta(ge=0, le=9)] = 0
    interactions: dict[str, Name] = {}


class Tile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A tile or a corridor: a piece of cardboard with two sides, of which the back may be empty."""

    front: Side
    back: Side | None = None


class Piece(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How a tile or corridor lies.

    Attributes:
        tile: its key in ``tiles`` or ``corridors``.
        side: which side is up.
        turn: degrees by which it is turned clockwise.
    """

    tile: str
    side: Literal["front", "back"] = "front"
    turn: Annotated[Literal[0, 90, 180, 270], Meta(description="0, 90, 180 or 270 degrees, clockwise")] = 0


class Things(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What stands on which spaces when the game begins.

    Attributes:
        heroes: start spaces of the Heroes, in the order of the seats.
        figures: ``{character: spaces}`` of the Oni's figures.
        courtiers, evidence, parchments: the clue tokens by kind.
        chests: the chest tokens.
    """

    heroes: Annotated[list[Spot], Meta(min_length=1, max_length=HEROES)]
    figures: dict[str, Spots] = {}
    courtiers: Spots = []
    evidence: Spots = []
    parchments: Spots = []
    chests: Spots = []


class ScenarioMap(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The map of a scenario.

    Attributes:
        layout: the palace as text, one character for each square; a letter is a piece, a dot is outside.
        pieces: ``{letter: how it lies}``.
        closed: pairs of areas; all doors between the two are closed when the game begins.
        things: what stands where.
    """

    layout: str
    pieces: dict[str, Piece]
    closed: list[Annotated[list[AreaName], Meta(min_length=2, max_length=2)]] = []
    things: Things
