"""The decision stack of a record: what is being decided now, and what is taken up again afterwards.

The innermost pending decision is on top; ``state.decision`` and ``state.seat`` always repeat the top, so that a reader
of the record need not know the stack.
"""

from __future__ import annotations

from .kernel import compiled


@compiled
def push(state, decision, seat):
    """Asks ``seat`` for ``decision`` first; what was pending waits."""
    state.stack[state.depth, 0] = decision
    state.stack[state.depth, 1] = seat
    state.depth += 1
    state.decision = decision
    state.seat = seat


@compiled
def pop(state):
    """The top decision is settled; what waited below is pending again, if anything."""
    state.depth -= 1
    state.stack[state.depth, 0] = 0
    state.stack[state.depth, 1] = 0
    if state.depth > 0:
        state.decision = state.stack[state.depth - 1, 0]
        state.seat = state.stack[state.depth - 1, 1]


@compiled
def replace(state, decision, seat):
    """The top decision leads straight to another one."""
    pop(state)
    push(state, decision, seat)
