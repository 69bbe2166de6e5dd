"""Positions for the comparison of the Okko Chronicles engines: those of random games, shaken by hand.

What no game reaches soon is made frequent: crowded Areas, closed Doors, conditions, odd modifiers, Wounds.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from .okko_reader import FIRST_AGENT, FIRST_COMPANION, STATS, Table

COUNTED = {"speed": 2, "might": 2, "might_down": 3, "defense": 2, "guile": 2, "hits": 2, "damage": 2, "stealth": 2}
FLAGS = ("ranged", "legendary", "ghostly", "swap_dice", "push")
ALARM = 3  # row of Recollections


def shake_board(table: Table, state: Any, rng: random.Random) -> None:
    """Moves figures about, brings agents, closes Doors; conditions, damage, modifiers."""
    if rng.random() < 0.4:
        crowd(table, state, rng)
    for figure in range(len(state["at"])):
        if state["at"][figure] >= 0 and rng.random() < 0.3:
            move(table, state, figure, rng.randrange(len(table.spaces)))
        elif figure >= FIRST_AGENT and table.tables["figure_kind"][figure] >= 0 and rng.random() < 0.1:
            move(table, state, figure, rng.randrange(len(table.spaces)))
        if state["at"][figure] >= 0:
            shake_figure(table, state, figure, rng)
    for door in range(table.tables["num_doors"]):
        state["closed"][door] = rng.random() < 0.15
    if rng.random() < 0.5:
        state["alarm"] = state["memoir"][ALARM] = 0
    if not (state["corruption_space"] >= 0).any():
        for tile in range(table.tables["num_tiles"]):
            state["corrupted"][tile] = rng.random() < 0.3


def crowd(table: Table, state: Any, rng: random.Random) -> None:
    """Fills an Area with figures of both sides or of one."""
    area = rng.choice(table.map.areas)
    figures = [f for f in range(len(state["at"])) if state["at"][f] >= 0 or table.tables["figure_kind"][f] >= 0]
    side = rng.choice(["all", "agents", "agents", "heroes"])
    if side != "all":
        figures = [f for f in figures if (f >= FIRST_AGENT) == (side == "agents")]
    rng.shuffle(figures)
    for space, figure in zip(table.map.spaces(area), figures, strict=False):
        move(table, state, figure, table.number[space])


def move(table: Table, state: Any, figure: int, space: int) -> None:
    """Puts a figure on a Space, if nothing lies there and it may stand there."""
    lies = state["occupant"][space] >= 0 or space in state["token_at"] or space in state["corruption_space"]
    if lies or (figure < FIRST_AGENT and table.map.square(table.spaces[space]).kind):
        return
    if state["at"][figure] >= 0:
        state["occupant"][state["at"][figure]] = -1
    state["at"][figure], state["occupant"][space] = space, figure


def shake_figure(table: Table, state: Any, figure: int, rng: random.Random) -> None:
    """Conditions, damage and modifiers of a figure."""
    for condition in range(3):
        state["condition"][figure, condition] = rng.choice([0, 0, 0, 1, 2])
    stamina = table.stamina(state, figure)
    most = 2 * stamina if figure < FIRST_COMPANION else stamina - 1
    state["damage"][figure] = rng.randint(0, max(0, most))
    mods = state["mods"][figure]
    mods[:] = 0
    for name, most in COUNTED.items():
        if rng.random() < 0.3:
            least = 0 if name in ("might", "might_down") else -most
            mods[STATS.index(name)] = rng.randint(least, most)
    for name in FLAGS:
        mods[STATS.index(name)] = rng.random() < 0.15


def shake_cards(table: Table, state: Any, rng: random.Random) -> None:
    """Deals the Heroes' cards, Wounds and the Events anew, and wounds and conditions, before the end of a round."""
    heroes = [hero for hero in range(table.tables["num_heroes"]) if state["alive"][hero]]
    for hero in heroes:
        in_hand = rng.random() < 0.5
        for card in range(8 * hero, 8 * hero + 8):
            sides = int(table.tables["card_sides"][card])
            if sides:  # bit 0: it can be laid left, bit 1: right (O32)
                laid = [2 + side for side in (0, 1) if sides >> side & 1]
                state["card_place"][card] = rng.choice([1, *laid, 4, 4] if in_hand else [*laid, 4, 4])
        state["wounded"][hero] = rng.random() < 0.3
    wounds = np.flatnonzero(table.tables["wound_exists"])
    free = [wound for wound in wounds if state["wound_owner"][wound] < 0 or state["wound_owner"][wound] in heroes]
    deal = rng.choice([0.1, 0.3, 0.5, 1])
    for wound in free:
        state["wound_owner"][wound], state["wound_place"][wound] = -1, 0
        if rng.random() < deal:
            state["wound_owner"][wound], state["wound_place"][wound] = rng.choice(heroes), rng.choice([1, 3, 4])
    bias = rng.choice([[1, 2, 3, 4], [2, 3, 4], [2], [1, 2, 2, 2, 2]])
    for event in np.flatnonzero(table.tables["event_exists"]):
        place = rng.choice(bias)
        state["event_place"][event] = place
        state["event_kind"][event] = 0 if place == 3 else -1
    state["hand_size"] = (state["event_place"] == 2).sum()
    for figure in range(len(state["at"])):
        if state["at"][figure] >= 0:
            stamina = table.stamina(state, figure)
            state["damage"][figure] = rng.randint(0, 3 * stamina if figure < FIRST_COMPANION else stamina - 1)
            state["condition"][figure] = [rng.choice([0, 1, 2]) for _ in range(4)]


def shake_memoirs(table: Table, state: Any, rng: random.Random) -> None:
    """Recollections, Personal Missions, who lives, and how the battle began."""
    heroes = int(table.tables["num_heroes"])
    sizes = table.tables["memoir_size"].tolist()
    for row, size in enumerate(sizes):
        state["memoir"][row] = rng.choice([0, 0, 1, 2]) if 0 <= size < 3 and row not in (1, 2) else 0
    for hero in range(heroes):
        state["goal_done"][hero] = rng.random() < 0.5
        if state["memoir"][len(sizes) - 4 + hero] == 1:
            state["memoir"][len(sizes) - 4 + hero] = 0  # blue: at the end only
        state["alive"][hero] = state["memoir"][len(sizes) - 4 + hero] != 2
    for row in range(len(sizes) - 4 + heroes, len(sizes)):
        state["memoir"][row] = 0
    state["battle"] = rng.choice([1, 2, 3, 3, 4])
