"""The scripted players of covenant."""

from __future__ import annotations

from ..core.kernel import compiled

SCRIPTED = ()


@compiled
def policy(state, tables, seat, kind, key):
    """No scripted player yet."""
    return 0
