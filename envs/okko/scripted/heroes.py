"""What an action is worth to a Hero."""

from __future__ import annotations

from ...core.kernel import compiled


@compiled
def hero_worth(state, tables, hero, action):
    """Of a legal action at the pending decision; 0 for doing nothing."""
    return 0.0
