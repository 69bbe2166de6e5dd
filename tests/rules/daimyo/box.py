"""A small box of cards without effects, and ways to give one of them the effect that a test is about.

Numbers in names are prices: ``red3`` is a samurai reinforcement that costs 3. So a test reads as a position at the
table, and does not depend on the designed card set::

    table = probe(op("draw", n=2)).deck(0, "red3 red3")
    table.play("PLAY probe")
    assert table.keys(table.s.hand[0]) == ["red3", "red3"]
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from rules.daimyo.position import Table

from shugyo.envs.core.content import combine

TABLES = ("reinforcements", "treasures", "regalia", "heroes", "nemeses", "stories")


def _card(number: int, cost: int, sell: int | str, vp: int = 0, cls: str | None = None, **more) -> dict:
    return {"number": number, "cost": cost, "sell": sell, "vp": vp, **({"class": cls} if cls else {}), **more}


def _hero(number: int, cls: str, atk: int, defense: int, **more) -> dict:
    return {"number": number, "class": cls, "atk": atk, "def": defense, "vp": 1, "petals": 1, **more}


def _nemesis(number: int, cls: str, defense: int, extra_hit: bool, boss: int, petals: int) -> dict:
    numbers = {"number": number, "class": cls, "def": defense, "petals": petals}
    reward = [{"op": "loot", "deck": "ninja"}]
    return {**numbers, "extra_hit": extra_hit, "boss_hit_points": boss, "reward": reward}


BOX: dict[str, dict[str, dict]] = {
    "reinforcements": {
        "red3": _card(11, 3, 1, cls="samurai"),
        "red6": _card(12, 6, 3, 1, "samurai"),
        "violet4": _card(13, 4, 2, cls="ninja"),
        "violet5": _card(14, 5, 2, 1, "ninja"),
    },
    "treasures": {
        "crown5": _card(21, 5, 3, 2, "samurai"),
        "rag1": _card(22, 1, "-", 0, "samurai"),
        "lamp4": _card(23, 4, 2, 3, "ninja"),
        "moth2": _card(24, 2, 1, 0, "ninja"),
    },
    "regalia": {"orb7": _card(31, 7, 4, 4), "pot0": _card(32, 0, "-", 0)},
    "heroes": {  # name: ATK/DEF; a samurai and a ninja of each
        "asa": _hero(41, "samurai", 6, 4),
        "botan": _hero(42, "samurai", 5, 5),
        "chiyo": _hero(43, "samurai", 8, 3),
        "dai": _hero(44, "samurai", 4, 7),
        "emi": _hero(51, "ninja", 6, 4),
        "fuji": _hero(52, "ninja", 5, 5),
        "gin": _hero(53, "ninja", 8, 3),
        "haru": _hero(54, "ninja", 4, 7),
    },
    "nemeses": {
        "oni": _nemesis(61, "samurai", 5, extra_hit=False, boss=6, petals=2),
        "nue": _nemesis(62, "ninja", 7, extra_hit=True, boss=4, petals=3),
        "tengu": _nemesis(63, "samurai", 6, extra_hit=False, boss=5, petals=1),
        "yurei": _nemesis(64, "ninja", 8, extra_hit=True, boss=8, petals=2),
        "kappa": _nemesis(65, "ninja", 4, extra_hit=False, boss=3, petals=1),
    },
}
for _table in BOX.values():
    for _key, _entry in _table.items():
        _entry["name"] = _key.capitalize()


@cache
def _shipped() -> dict[str, list[str]]:
    """Keys of the shipped entries."""
    files = {table: resources.files("shugyo.configs.daimyo") / f"{table}.toml" for table in TABLES}
    return {table: list(tomllib.loads(file.read_text("utf-8"))[table]) for table, file in files.items()}


def content(**tables) -> dict:
    """The small box as an overlay; ``tables`` change it: ``heroes={"asa": {"atk": 9}}``, ``rules={"R16": "either"}``.

    A shipped entry is kept by naming it: ``reinforcements={"shizuka": {}}``.
    """
    wanted = combine(BOX, tables)
    overlay = {table: wanted.get(table, {}) for table in ("rules", "mon")}
    for table in TABLES:
        keys = () if table == "stories" and "stories" not in tables else _shipped()[table]
        overlay[table] = {key: {"enabled": False} for key in keys} | wanted.get(table, {})
    return overlay


def small(num_players: int | None = 2, **given) -> Table:
    """A bare table of the small box; ``given``: tables of `content`, all else options of `Table`."""
    tables = {key: given.pop(key) for key in (*TABLES, "rules", "mon") if key in given}
    return Table(num_players=num_players, content=content(**tables), **given)


def seated(num_players: int = 2, **given) -> Table:
    """As `small`, each seat having one active hero: asa (samurai, 6/4), emi (ninja, 6/4), botan, fuji, chiyo."""
    table = small(num_players, **given)
    for seat, hero in enumerate(("asa", "emi", "botan", "fuji", "chiyo")[:num_players]):
        table.hero(seat, hero, active=True)
    return table


def op(name: str, **fields) -> dict:
    """An instruction: ``op("draw", n=2)``; ``class_`` stands for class."""
    return {"op": name, **{key.rstrip("_"): value for key, value in fields.items()}}


def card(*skills: dict, cost: int = 2, cls: str = "samurai", **more) -> dict:
    """A card with these skills, as an entry of ``reinforcements`` or ``treasures``."""
    return {**_card(90, cost, 1, cls=cls), "name": "Probe", "skills": list(skills), **more}


def skill(on: str, *do: dict, **more) -> dict:
    """A skill of a card."""
    return {"on": on, "do": list(do), **more}


def on(event: str, *do: dict, **more) -> dict:
    """A trigger: ``on("discard", op("draw"), nth=2)``; ``class_`` stands for class."""
    return {"event": event, "do": list(do), **{key.rstrip("_"): value for key, value in more.items()}}


def probe(*do: dict, num_players: int = 2, **given) -> Table:
    """A seated table with the reinforcement ``probe`` (samurai, costs 2) in the hand of seat 0, which does this."""
    reinforcements = {"probe": card(skill("deploy", *do)), **given.pop("reinforcements", {})}
    return seated(num_players, reinforcements=reinforcements, **given).hand(0, "probe")


def counted(do: dict, **given) -> Table:
    """The instruction, after which seat 0 gains as many mon as it did."""
    return probe(do, op("mon", n="count"), **given)


def by_another(*do: dict, **given) -> Table:
    """Seat 0 plays a card that lets seat 1 do it."""
    return probe(op("target", do=list(do)), **given)


def story(*triggers: dict, modifiers: tuple[list, list] = ([], []), **given) -> Table:
    """Both players with a story card whose first face has these triggers; hanae is set aside with it."""
    faces = [{"title": "One", "triggers": list(triggers), "modifiers": modifiers[0]}]
    faces.append({"title": "Two", "modifiers": modifiers[1]})
    heroes = {"hanae": {}, **given.pop("heroes", {})}
    return seated(stories={"masks": {"faces": faces}}, heroes=heroes, expansions=(1,), **given)
