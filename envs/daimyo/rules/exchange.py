"""Heroes given away and equipped: the exchange of a fourth hero (R26), and equipping (Terminology)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    EQUIP,
    EXCHANGE,
    HERO_SLOTS,
    READY,
    SOURCE,
    STAGE,
    WHO_ASKS,
)
from .domain import send_off
from .heroes import seat_hero, slot_of, vacate
from .tasks import pop_task
from .turn import has_ready_hero


# ---- a fourth hero --------------------------------------------------------------------------------------------------
@compiled
def ask_exchange(state):
    """The owner chooses who goes."""
    push(state, EXCHANGE, state.tasks[state.task_count - 1, WHO_ASKS])


@compiled
def legal_exchange(state, mask):
    """EXCHANGE: any of the four."""
    mask[act.HERO_NAME + state.tasks[state.task_count - 1, SOURCE]] = 1
    for slot in range(HERO_SLOTS):
        mask[act.HERO_NAME + int(state.heroes[state.seat, slot])] = 1


@compiled
def play_exchange(state, tables, c):
    """Purchase: one of the four goes to the hero area, or if that is full into the hero deck."""
    seat = state.seat
    new = int(state.tasks[state.task_count - 1, SOURCE])
    pop_task(state)
    if c != new:
        slot = slot_of(state, seat, c)
        c = vacate(state, tables, seat, slot)
        seat_hero(state, seat, slot, new)
    send_off(state, tables, c)


# ---- equipping ------------------------------------------------------------------------------------------------------
@compiled
def advance_equip(state):
    """Asked once, if there is a hero for it."""
    task = state.tasks[state.task_count - 1]
    if task[STAGE] == 0 and has_ready_hero(state, state.current):
        task[STAGE] = 1
        push(state, EQUIP, state.current)
    else:
        pop_task(state)


@compiled
def play_equip(state, action):
    """Terminology, Equip: the card lies next to the hero."""
    seat = state.current
    k = int(state.tasks[state.task_count - 1, SOURCE])
    pop_task(state)
    if action != act.PASS and state.field[seat, READY, k] > 0:
        state.field[seat, READY, k] -= 1
        state.equipped[seat, slot_of(state, seat, action - act.HERO_NAME), k] += 1
        state.equipped_size[seat] += 1
