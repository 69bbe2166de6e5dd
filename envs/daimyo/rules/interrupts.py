"""Interrupts: skills from the hand in another player's turn (Terminology; R10, R15)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import COUNT, INTERRUPT, ON_INTERRUPT, SOURCE, WHO_ASKS
from .heroes import icon_fits, return_card
from .tasks import pop_task, push_program
from .zones import discard_card


@compiled
def advance_poll(state, tables):
    """R10: clockwise from the one who acted, each other seat once, as far as public facts let it have an answer.

    COUNT numbers the seats asked; SOURCE is the event.
    """
    task = state.tasks[state.task_count - 1]
    while task[COUNT] < tables.num_seats - 1:
        task[COUNT] += 1
        seat = (task[WHO_ASKS] + task[COUNT]) % tables.num_seats
        if seat != state.current and may_interrupt(state, tables, seat, task[SOURCE]):
            push(state, INTERRUPT, seat)
            return
    pop_task(state)


@compiled
def may_interrupt(state, tables, seat, event):
    """Whether the seat holds cards, and owns one, in hand or deck, that answers the event: public bookkeeping (R15)."""
    if state.hand_size[seat] == 0:
        return False
    for k in range(tables.num_cards):
        if tables.card_event[k] == event and state.hand[seat, k] + state.deck[seat, k] > 0:
            return True
    return False


@compiled
def legal_interrupt(state, tables, mask):
    """INTERRUPT: a card that answers the event, its icon fitting; or none."""
    mask[act.PASS] = 1
    event = state.tasks[state.task_count - 1, SOURCE]
    for k in range(tables.num_cards):
        if state.hand[state.seat, k] > 0 and tables.card_event[k] == event:
            mask[act.CARD + k] = icon_fits(state, tables, state.seat, tables.card_icon[k, ON_INTERRUPT])


@compiled
def play_interrupt(state, tables, action):
    """Terminology, Interrupt: the card is the cost."""
    if action == act.PASS:
        return
    seat, k = state.seat, action - act.CARD
    actor = int(state.tasks[state.task_count - 1, WHO_ASKS])
    push_program(state, tables.card_program[k, ON_INTERRUPT], seat, k, actor)
    if tables.card_interrupt_returns[k] != 0:
        return_card(state, tables, seat, k)
    else:
        discard_card(state, tables, seat, k)
