"""What programs do to figures: damage, conditions, stats, Attacks, moves (EFFECTS.md, *Programs*).

Conditions and Damage tokens lie on figures on the board only; on anybody else an instruction does nothing.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import ops
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    AMPUTEE,
    COUNT,
    FIGURE,
    HEROES,
    KIND,
    LOST_TALENT,
    SOURCE,
    T_ATTACK,
    T_COMPANION,
    T_HERO,
    T_ONI,
    TALENTS,
    TARGET_SPACE,
    B,
    C,
    E,
)
from .attack import begin_attack, is_push, reroll_blanks
from .figures import kind_of, on_board, seat_of
from .harm import harm
from .moves import begin_move
from .program import amount, next_row, whom
from .seen import within
from .sources import refresh_sources
from .spaces import allowed
from .stats import hurts
from .tasks import top

MOST = 99
"""The most that a stat is changed by effects till the end of a round."""


@compiled
def run_on_figures(state, tables, task, row):
    """DAMAGE_BY to MORE_ACTIONS. What asks for a choice stays where it is; `choices` goes on."""
    op = row[0]
    if op == ops.ATTACK_NOW:
        run_attack(state, tables, task, row)
    elif ops.HITS_BY <= op <= ops.SHIELD:
        next_row(task)
        run_answer(state, tables, row)
    elif op == ops.MORE_ACTIONS:
        next_row(task)
        if on_board(state, task[FIGURE]):
            more = int(state.actions_left[task[FIGURE]]) + amount(task, row[1])
            state.actions_left[task[FIGURE]] = min(MOST, more)
    elif op == ops.PLACE_FIGURE or op == ops.PUSH_AWAY:
        if has_space(state, tables, task, row):
            push(state, TARGET_SPACE, task[B])
        else:
            next_row(task)
    elif op == ops.CONDITION:
        run_condition(state, tables, task, row)
    else:
        run_change(state, tables, task, row)


@compiled
def run_change(state, tables, task, row):
    """Damage tokens, cures, stats and moves."""
    op = row[0]
    figure = whom(task, row[3] if op == ops.CHANGE_STAT else row[2])
    next_row(task)
    if op == ops.CHANGE_STAT and row[4] == ops.TILL_ACTIVATION:
        change_activation(state, int(row[1]), int(row[2]))
        return
    if op == ops.DAMAGE_BY or op == ops.HEAL:
        n = amount(task, row[1])
        task[COUNT] = 0
        if not on_board(state, figure):
            return
        if op == ops.DAMAGE_BY:
            if hurts(state, tables, int(task[SOURCE]), figure):
                task[COUNT] = n
                harm(state, tables, figure, n, int(task[FIGURE]))
        else:
            task[COUNT] = min(n, int(state.damage[figure]))
            state.damage[figure] -= task[COUNT]
    elif on_board(state, figure):
        if op == ops.CURE:
            state.condition[figure, row[1]] = 0
        elif op == ops.CHANGE_STAT:
            changed = int(state.mods[figure, row[1]]) + int(row[2])
            state.mods[figure, row[1]] = max(-MOST, min(MOST, changed))
        else:
            begin_move(state, tables, figure, amount(task, row[1]), costs_action(tables, task, figure))
            top(state)[SOURCE] = task[B]


@compiled
def change_activation(state, which, n):
    """O134: a stat of all figures of the activation changes; who acts just now has more Actions or fewer at once."""
    state.active_mods[which] = max(-MOST, min(MOST, int(state.active_mods[which]) + n))
    if which != ACTIONS:
        return
    for i in range(state.task_count - 1, -1, -1):
        if state.tasks[i, KIND] in (T_HERO, T_COMPANION, T_ONI):
            figure = int(state.tasks[i, FIGURE])
            if on_board(state, figure):
                state.actions_left[figure] = max(0, min(MOST, int(state.actions_left[figure]) + n))
            return


@compiled
def costs_action(tables, task, figure):
    """B29: 1 if the program is what an Action was spent on, and it moves the Hero who spent it."""
    source = int(task[SOURCE])
    if source < 0 or figure != task[FIGURE] or tables.source_action[source] != task[E]:
        return 0
    return 1 if 1 <= tables.source_cost[source] <= 2 else 0


# ---- Attacks --------------------------------------------------------------------------------------------------------
@compiled
def run_attack(state, tables, task, row):
    """``attack``: without an Action; the target is asked by the Attack, and nobody is attacked if there is none."""
    figure = int(task[FIGURE])
    next_row(task)
    if on_board(state, figure):
        begin_attack(state, tables, figure, -1, row[1], row[2], row[3], row[4])


@compiled
def run_answer(state, tables, row):
    """``hits``, ``shield``, ``reroll``: they change the Attack that waits below; `attack` describes its columns."""
    below = state.task_count - 2
    while below >= 0 and state.tasks[below, KIND] != T_ATTACK:
        below -= 1
    if below < 0:
        return
    attack = state.tasks[below]
    if row[0] == ops.HITS_BY:
        attack[COUNT] += row[1]
    elif row[0] == ops.SHIELD:
        attack[C] = 1
    else:
        reroll_blanks(state, tables, attack)


# ---- conditions -----------------------------------------------------------------------------------------------------
@compiled
def run_condition(state, tables, task, row):
    """O201: a condition, worse side up. O205: Amputee takes a natural talent, which the figure's player chooses.

    Who has the token of Amputee already loses no further talent by another.
    """
    figure, which = whom(task, row[2]), int(row[1])
    if on_board(state, figure):
        before = state.condition[figure, which]
        state.condition[figure, which] = 2
        if which == AMPUTEE and before == 0:
            left, last = talents_left(state, tables, figure)
            if left > 1:
                push(state, LOST_TALENT, seat_of(figure))
                return
            if left == 1:
                lose_talent(state, tables, figure, last)
    next_row(task)


@compiled
def has_talent(state, tables, figure, i):
    """Whether the figure has that natural talent (of the Hero or the kind) and has not lost it."""
    if HEROES <= figure < AGENT_FIGURE or (state.lost[figure] >> i) & 1 != 0:
        return False
    first = figure * TALENTS if figure < HEROES else HEROES * TALENTS + kind_of(tables, figure) * TALENTS
    return tables.talent_name[first + i, 0] != 0


@compiled
def talents_left(state, tables, figure):
    """How many natural talents the figure has, and the last of them (−1 for none)."""
    count, last = 0, -1
    for i in range(TALENTS):
        if has_talent(state, tables, figure, i):
            count += 1
            last = i
    return count, last


@compiled
def lose_talent(state, tables, figure, i):
    """O205: a natural talent is lost for good."""
    state.lost[figure] |= 1 << i
    refresh_sources(state, tables)


# ---- Spaces ---------------------------------------------------------------------------------------------------------
@compiled
def can_go(state, tables, task, row, space):
    """Whether ``place`` or ``push`` can bring its figure to that Space: free and allowed (B32), and where it says."""
    figure = whom(task, row[2] if row[0] == ops.PLACE_FIGURE else row[1])
    if not on_board(state, figure):
        return False
    if row[0] == ops.PLACE_FIGURE:
        return allowed(state, tables, figure, space) and within(state, tables, int(task[FIGURE]), row[1], space)
    return on_board(state, task[FIGURE]) and is_push(state, tables, int(task[FIGURE]), figure, space)


@compiled
def has_space(state, tables, task, row):
    """Whether there is a Space for ``place`` or ``push``."""
    for space in range(tables.num_spaces):
        if can_go(state, tables, task, row, space):
            return True
    return False
