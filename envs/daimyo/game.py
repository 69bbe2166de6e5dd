"""Daimyo's Fall as the shells see it: the verbs registered, and a `Game`."""

from __future__ import annotations

from ..core.game import Game
from ..core.verbs import Verbs, register
from .actions import NUM_ACTIONS
from .belief import determinize, redact
from .content import DaimyoOptions, build_tables
from .listing import cards, texts
from .observation import LAYOUT, observe
from .render import render
from .rules.run import legal, reset, step
from .rules.standing import outcome
from .scripted import SCRIPTED, policy
from .scripted.estimate import estimate
from .state import DECISIONS, STATE, TABLES
from .words import action_name

RULES_VERSION = 1
"""Raised with every change of behaviour; the policy for ``_v0`` is in README.md."""

register(STATE, Verbs(reset, legal, step, observe, redact, determinize, outcome, policy, estimate))

GAME = Game(
    module=__name__,
    env_id="daimyo_v0",
    rules_version=RULES_VERSION,
    state_type=STATE,
    tables_type=TABLES,
    num_actions=NUM_ACTIONS,
    layout=LAYOUT,
    decisions=DECISIONS,
    scripted=SCRIPTED,
    options_type=DaimyoOptions,
    build_tables=build_tables,
    agents=lambda tables: [f"player_{s}" for s in range(tables.num_seats)],
    action_name=action_name,
    render=render,
    texts=texts,
    cards=cards,
)
