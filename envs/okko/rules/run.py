"""The verbs that move a game: `reset`, `legal` and `step`."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import pop
from ..state import (
    KIND,
    STAGE,
    T_ATTACK,
    T_CLUES,
    T_COMPANION,
    T_HERO,
    T_ITEMS,
    T_MOVE,
    T_ONI,
    T_PROGRAM,
    T_ROUND,
    T_SETUP,
    T_SUMMON,
    T_SURROUND,
    T_TEST,
)
from .answers import play
from .attack import COMPARING, advance_attack
from .attack import ROLLING as ROLLING_ATTACK
from .attribute_tests import ROLLING as ROLLING_TEST
from .attribute_tests import advance_test
from .clues import advance_clues
from .companion import advance_companion
from .events import start_queued
from .hero import advance_hero
from .interpreter import run_program
from .items import advance_items
from .masks import legal
from .oni import advance_oni
from .round import advance_round
from .setup import advance_setup, set_up
from .sneaking import advance_move
from .summon import advance_summon
from .surround import advance_surround
from .tasks import top

__all__ = ["legal", "reset", "step"]


@compiled
def reset(state, tables, key):
    """A new game, up to its first decision."""
    set_up(state, tables, key)
    run(state, tables)


@compiled
def step(state, tables, action):
    """One decision; runs on to the next one."""
    decision = state.decision
    pop(state)
    play(state, tables, decision, action)
    run(state, tables)


@compiled
def run(state, tables):
    """Carries on whatever is on top of the tasks until somebody is asked or the game is over."""
    while state.over == 0 and state.depth == 0:
        task = top(state)
        kind = int(task[KIND])
        if kind == T_PROGRAM:
            run_program(state, tables)
        elif state.queue_size > 0 and lets_answer(kind, int(task[STAGE])):
            start_queued(state, tables)
        else:
            advance(state, tables, kind)


@compiled
def lets_answer(kind, stage):
    """EFFECTS.md, *Triggers*: whether what goes on has come to a stop for the programs that wait.

    An Attack stops before its roll and before its comparison, a Test before its roll. Moves, drawing and laying of
    cards, and summoning do not stop: what answers them, or a Test on the way, follows when they have ended.
    """
    if kind == T_ATTACK:
        return stage in (ROLLING_ATTACK, COMPARING)
    if kind == T_TEST:
        return stage == ROLLING_TEST
    return kind in (T_HERO, T_ONI, T_COMPANION, T_SURROUND, T_ROUND, T_SETUP)


@compiled
def advance(state, tables, kind):
    """One stage of the task on top, which is of that kind."""
    if kind == T_ATTACK:
        advance_attack(state, tables)
    elif kind == T_TEST:
        advance_test(state, tables)
    elif kind == T_HERO:
        advance_hero(state, tables)
    elif kind == T_ONI:
        advance_oni(state, tables)
    elif kind == T_COMPANION:
        advance_companion(state, tables)
    elif kind == T_MOVE:
        advance_move(state, tables)
    elif kind == T_ITEMS:
        advance_items(state, tables)
    elif kind == T_CLUES:
        advance_clues(state, tables)
    elif kind == T_SUMMON:
        advance_summon(state, tables)
    elif kind == T_SURROUND:
        advance_surround(state, tables)
    elif kind == T_ROUND:
        advance_round(state, tables)
    else:
        advance_setup(state, tables)
