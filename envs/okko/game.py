"""Okko Chronicles as the shells see it: the verbs registered, and a `Game`."""

from __future__ import annotations

from typing import Any

from ..core.game import Game
from ..core.verbs import Verbs, register
from .actions import NUM_ACTIONS
from .belief import determinize, redact
from .blocks import LAYOUT
from .content import OkkoOptions, build_tables
from .listing import cards, texts
from .observation import observe
from .render import render
from .rules.memoirs import outcome
from .rules.run import legal, reset, step
from .scripted import SCRIPTED, policy
from .scripted.estimate import estimate
from .state import DECISIONS, STATE, TABLES
from .words import action_name

RULES_VERSION = 1
"""Raised with every change of behaviour; the policy for ``_v0`` is in README.md."""


def agents(tables: Any) -> list[str]:
    """O2: the Oni, then the Heroes in seat order."""
    return ["oni_0", *(f"hero_{h}" for h in range(tables.num_heroes))]


register(STATE, Verbs(reset, legal, step, observe, redact, determinize, outcome, policy, estimate))

GAME = Game(
    module=__name__,
    env_id="okko_v0",
    rules_version=RULES_VERSION,
    state_type=STATE,
    tables_type=TABLES,
    num_actions=NUM_ACTIONS,
    layout=LAYOUT,
    decisions=DECISIONS,
    scripted=SCRIPTED,
    options_type=OkkoOptions,
    build_tables=build_tables,
    agents=agents,
    action_name=action_name,
    render=render,
    texts=texts,
    cards=cards,
)
