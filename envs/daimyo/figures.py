"""Numbers as a player reads them off the table: prices, ATK and DEF, victory points.

For words and rendering only: the rules have compiled twins of these functions, and tests compare the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import state as st


def _shared(state: Any, tables: Any, stat: int) -> int:
    """What the nemesis and the story cards change for everybody."""
    sources = [st.CHARACTERS + 2 * story + face for story, face in enumerate(state.story_face) if face >= 0]
    if state.nemesis >= 0 and state.status[state.nemesis] == st.READY:
        sources.append(int(state.nemesis))
    return sum(int(tables.source_stat[source, 0, stat]) for source in sources)


def _own(state: Any, tables: Any, seat: int, slot: int, stat: int) -> int:
    """What a hero and her equipment change."""
    c = int(state.heroes[seat, slot])
    states = 2 if state.active[seat] == c else 1
    equipment = state.equipped[seat, slot].astype(int) @ tables.card_stat[:, stat]
    return int(tables.source_stat[c, :states, stat].sum() + equipment)


def modifier(state: Any, tables: Any, seat: int, stat: int) -> int:
    """What is changed of a number of a seat, by its ready heroes, the nemesis and the story cards."""
    heroes = [(slot, c) for slot, c in enumerate(state.heroes[seat]) if c >= 0 and state.status[c] == st.READY]
    return _shared(state, tables, stat) + sum(_own(state, tables, seat, slot, stat) for slot, _ in heroes)


def price(state: Any, tables: Any, cost: int, stat: int) -> int:
    """What the player in turn pays for a reinforcement (REINFORCEMENT_COST) or hero (HERO_COST) of that cost."""
    changed = int(cost) - int(state.discount) + modifier(state, tables, int(state.current), stat)
    return max(min(1, int(cost)), changed)  # R46


def proceeds(state: Any, tables: Any, card: int) -> int:
    """Mon that the player in turn gets for a card."""
    return max(0, int(tables.card_sell[card]) + modifier(state, tables, int(state.current), st.SELL))


def fight_value(state: Any, tables: Any, c: int, stat: int) -> int:
    """ATK or DEF of a character as it counts now, without boosts."""
    if tables.character_kind[c] == st.NEMESIS:
        return int(tables.character_def[c])
    value = int((tables.character_def if stat == st.DEF else tables.character_cost)[c]) + _shared(state, tables, stat)
    for seat, slot in zip(*np.nonzero(state.heroes[: tables.num_seats] == c), strict=True):
        value += _own(state, tables, int(seat), int(slot), stat)
    return value


def owned(state: Any, seat: int) -> np.ndarray:
    """(CARDS,) int: how many cards of each type a seat owns, wherever they are."""
    piles = [pile[seat].astype(int) for pile in (state.hand, state.deck, state.discard)]
    return sum(piles) + state.field[seat].sum(0, dtype=int) + state.equipped[seat].sum(0, dtype=int)


def victory_points(state: Any, tables: Any, seat: int) -> int:
    """VP of a seat's cards and heroes."""
    return int(owned(state, seat) @ tables.card_vp + tables.character_vp[state.place == seat].sum())


def treasure_count(state: Any, tables: Any, seat: int) -> int:
    """Treasures and regalia of a seat, which break ties."""
    return int(owned(state, seat)[tables.card_kind >= st.TREASURE].sum())
