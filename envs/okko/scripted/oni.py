"""What an action is worth to the Oni."""

from __future__ import annotations

from ...core.kernel import compiled


@compiled
def oni_worth(state, tables, action):
    """Of a legal action at the pending decision; 0 for doing nothing."""
    return 0.0
