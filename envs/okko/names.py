"""Names of Heroes, cards, agents and places, read from the tables, which hold them as UTF-8 bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .state import HEROES, NAME, NODES, TALENTS


def encoded(name: str) -> np.ndarray:
    """A name as the tables hold it, (NAME,) uint8 filled up with zeros; the name must fit."""
    return np.frombuffer(name.encode().ljust(NAME, b"\0"), np.uint8)


def decoded(name: np.ndarray) -> str:
    """A name of the tables, empty if there is no such thing: ``decoded(tables.item_name[item])``."""
    return bytes(name).rstrip(b"\0").decode()


def node_name(tables: Any, tree: int, node: int) -> str:
    """The name of a position of a tree."""
    return decoded(tables.node_name[tree * NODES + node])


def hero_talent_name(tables: Any, hero: int, i: int) -> str:
    """The name of a Hero's natural talent, empty if there is no such talent."""
    return decoded(tables.talent_name[hero * TALENTS + i])


def kind_talent_name(tables: Any, kind: int, i: int) -> str:
    """The name of a natural talent of a kind of agents, likewise."""
    return decoded(tables.talent_name[(HEROES + kind) * TALENTS + i])
