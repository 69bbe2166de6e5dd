"""Blocks about what is being carried out: the innermost task of each kind, as far as the seat may see them."""

from __future__ import annotations

from ..core.kernel import compiled
from . import actions as act
from . import ops
from . import state as st
from .blocks import LAYOUT
from .knowledge import seen_decision
from .rules.accuse import IDENTITY, NATURE
from .rules.attack import BLANK_ACTION
from .writing import mark, saturate

_at = LAYOUT.offset
AT_TASK, AT_ACTING, AT_CHOSEN, AT_ITEM, AT_KEEP = (_at[name] for name in ("task", "acting", "chosen", "item", "keep"))
AT_MOVER, AT_MOVE, AT_ATTACKER, AT_TARGET = (_at[name] for name in ("mover", "move", "attacker", "target"))
AT_ATTACK_KIND, AT_ATTACK_STAGE, AT_ATTACK = (_at[name] for name in ("attack_kind", "attack_stage", "attack"))
AT_TEST_HERO, AT_TEST_STAT, AT_TEST_AT, AT_TEST = (_at[name] for name in ("test_hero", "test_stat", "test_at", "test"))
AT_SURROUNDED, AT_CALLED, AT_SUMMONED, AT_SUMMONING = (
    _at[name] for name in ("surrounded", "called", "summoned", "summoning")
)
AT_CLUE_ASKED, AT_MOVED_FROM, AT_MOVED_TO, AT_TECHNIQUE, AT_NAMED = (
    _at[name] for name in ("clue_asked", "moved_from", "moved_to", "technique", "named")
)
AT_PROGRAM, AT_OP, AT_OPERANDS = (_at[name] for name in ("program", "op", "operands"))
AT_SELF, AT_OTHER, AT_WHOM = (_at[name] for name in ("self", "other", "whom"))
AT_CONTROLLER, AT_REGISTER, AT_WAITING = (_at[name] for name in ("controller", "register", "waiting"))


@compiled
def write_tasks(state, tables, seat, asking, out):
    """The innermost task of each kind; of what lies above an activation that goes on for the seat it sees nothing."""
    count = asking + 1 if asking >= 0 else int(state.task_count)
    if count == 0 or state.over != 0:
        return
    mark(out, AT_TASK, int(state.tasks[count - 1, st.KIND]) - 1)
    done = 0  # bits of the kinds of which a task has been written
    for i in range(count - 1, -1, -1):
        kind = int(state.tasks[i, st.KIND])
        if kind == st.T_HERO or kind == st.T_COMPANION or kind == st.T_ONI:
            if done & (1 << st.T_HERO) == 0:
                mark(out, AT_ACTING, int(state.tasks[i, st.FIGURE]))
            done |= 1 << st.T_HERO
        elif done >> kind & 1 == 0:
            write_task(state, tables, state.tasks[i], kind, out)
            done |= 1 << kind
    write_question(state, seat, seen_decision(state, seat, asking), state.tasks[count - 1], out)
    out[AT_WAITING] = min(48, int(state.queue_size))


@compiled
def write_task(state, tables, task, kind, out):
    """A task that is no activation."""
    if kind == st.T_MOVE:
        mark(out, AT_MOVER, int(task[st.FIGURE]))
        out[AT_MOVE] = saturate(max(0, int(task[st.LEFT_TO_DO])))
        out[AT_MOVE + 1] = task[st.A] == 1
    elif kind == st.T_ATTACK:
        write_attack(task, out)
    elif kind == st.T_TEST:
        write_test(tables, task, out)
    elif kind == st.T_ITEMS:
        mark(out, AT_ITEM, int(task[st.A]))
        out[AT_KEEP] = saturate(max(0, int(task[st.LEFT_TO_DO])))
    elif kind == st.T_SURROUND:
        mark(out, AT_SURROUNDED, int(task[st.FIGURE]))
        mark(out, AT_CALLED, int(task[st.OTHER]))
    elif kind == st.T_SUMMON:
        mark(out, AT_SUMMONED, int(task[st.A]))
        out[AT_SUMMONING] = saturate(max(0, int(task[st.LEFT_TO_DO])))
        out[AT_SUMMONING + 1] = saturate(int(task[st.COUNT]))
        out[AT_SUMMONING + 2] = task[st.B] == 1
    elif kind == st.T_PROGRAM:
        write_program(tables, task, out)


@compiled
def write_attack(task, out):
    """An Attack: who, whom, how, and what it comes to so far."""
    mark(out, AT_ATTACKER, int(task[st.FIGURE]))
    mark(out, AT_TARGET, int(task[st.OTHER]))
    mark(out, AT_ATTACK_KIND, int(task[st.SOURCE]))
    mark(out, AT_ATTACK_STAGE, int(task[st.STAGE]))
    blank = max(0, int(task[st.D]))
    out[AT_ATTACK] = saturate(int(task[st.COUNT]))
    out[AT_ATTACK + 1] = saturate(int(task[st.A]))
    out[AT_ATTACK + 2] = saturate(int(task[st.B]))
    out[AT_ATTACK + 3] = task[st.C] == 1
    out[AT_ATTACK + 4] = blank % BLANK_ACTION
    out[AT_ATTACK + 5] = saturate(blank // BLANK_ACTION)
    out[AT_ATTACK + 6] = saturate(int(task[st.E]))
    out[AT_ATTACK + 7] = task[st.LEFT_TO_DO] == 1


@compiled
def write_test(tables, task, out):
    """An Attribute Test."""
    mark(out, AT_TEST_HERO, int(task[st.FIGURE]))
    mark(out, AT_TEST_STAT, int(task[st.A]))
    space = int(task[st.OTHER])
    if space >= 0:
        out[AT_TEST_AT] = saturate(1 + int(tables.space_x[space]))
        out[AT_TEST_AT + 1] = saturate(1 + int(tables.space_y[space]))
    out[AT_TEST] = saturate(int(task[st.B]))
    out[AT_TEST + 1] = task[st.C] == 1
    out[AT_TEST + 2] = saturate(int(task[st.SOURCE]))
    out[AT_TEST + 3] = saturate(int(task[st.E]))
    out[AT_TEST + 4] = saturate(int(task[st.COUNT]))


@compiled
def write_program(tables, task, out):
    """The innermost program: whose it is, its next instruction, its figures."""
    row = tables.code[task[st.STAGE]]
    mark(out, AT_PROGRAM, int(task[st.SOURCE]))
    out[AT_OP + int(row[0])] = 1
    for i in range(5):
        out[AT_OPERANDS + i] = saturate(int(row[1 + i]))
    mark(out, AT_SELF, int(task[st.FIGURE]))
    mark(out, AT_OTHER, int(task[st.OTHER]))
    mark(out, AT_WHOM, int(task[st.A]))
    mark(out, AT_CONTROLLER, int(task[st.B]))
    out[AT_REGISTER] = saturate(int(task[st.COUNT]))
    out[AT_REGISTER + 1] = saturate(int(task[st.LEFT_TO_DO]))


@compiled
def write_question(state, seat, decision, task, out):
    """What else the pending decision is about, in the columns of the task on top."""
    kind = int(task[st.KIND])
    if decision == st.ITEM or decision == st.RECEIVER or decision == st.TEST_PLACE:
        mark(out, AT_CHOSEN, int(task[st.A]))
        if decision == st.RECEIVER and task[st.A] == act.GIVE_ITEM:
            mark(out, AT_ITEM, int(task[st.B]))
    elif decision == st.COURTIER_SLOT:
        if seat != st.ONI_SEAT:
            mark(out, AT_CLUE_ASKED, int(task[st.A]))
    elif decision == st.CORRUPTION_TILE or decision == st.CORRUPTION_SPACE:
        mark(out, AT_MOVED_FROM, int(task[st.A]))
        if decision == st.CORRUPTION_SPACE:
            mark(out, AT_MOVED_TO, int(task[st.B]))
    elif decision == st.TECHNIQUE_CARD:
        mark(out, AT_TECHNIQUE, int(task[st.A]))
    elif decision == st.ACCUSE:
        named = max(0, int(task[st.A]))
        out[AT_NAMED] = named & NATURE != 0
        out[AT_NAMED + 1] = named & IDENTITY != 0
    elif kind == st.T_PROGRAM and (decision == st.TARGET_TILE or decision == st.TARGET_SPACE):
        chosen = int(task[st.LEFT_TO_DO])
        if chosen >= 0 and out[AT_OP + ops.CORRUPT] != 0:
            mark(out, AT_MOVED_FROM, chosen % st.TILES)
            mark(out, AT_MOVED_TO, chosen // st.TILES - 1)
