"""Attacks (chapter 7; 28.6): who can be attacked, and the eleven steps of B34.

T_ATTACK is one Attack of the figure FIGURE. Programs that answer `attack`, `attacked` and `roll` find it below them and
write into its columns:

========== ===========================================================================================================
STAGE      `NAMING`, `DECLARING`, `ROLLING`, `COMPARING`, `PUSHING`, `ENDING`
OTHER      the target, −1 before it is chosen
SOURCE     kind: ops.MELEE, ops.RANGED; ops.ANY_KIND before the target is chosen
COUNT      hits: more or fewer by answers, those of the dice, `reroll_blanks`; stat HITS is added in the comparison
A          Action dice more
B          Damage tokens more
C          1 if the Attack does no damage (`shield`)
D          dice that showed no hit, for `reroll_blanks`: Combat dice + BLANK_ACTION · Action dice
E          push symbols rolled, at most 9
LEFT_TO_DO 1 after a success
========== ===========================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..state import (
    ATTACK_TARGET,
    BLEEDING,
    COUNT,
    DAMAGE,
    DEFENSE,
    E_ATTACK,
    E_ATTACKED,
    E_HIT,
    E_ROLL,
    FIGURE,
    GHOSTLY,
    HITS,
    LEFT_TO_DO,
    LEGENDARY,
    MIGHT,
    OTHER,
    PUSH,
    PUSH_SPACE,
    RANGED,
    SOURCE,
    STAGE,
    T_ATTACK,
    A,
    B,
    C,
    D,
    E,
)
from .alarm import alarming, raise_alarm
from .dice import roll_pool
from .events import emit
from .figures import after_opponents, first_opponent, seat_of, side_of
from .harm import harm
from .spaces import adjacent, allowed, neighbour, put, sees
from .stats import action_dice, changes, combat_dice, might_have, plain_dice, stat
from .tasks import pop_task, push_task, top

NAMING, DECLARING, ROLLING, COMPARING, PUSHING, ENDING = range(6)
BLANK_ACTION = 16


# ---- who can be attacked --------------------------------------------------------------------------------------------
@compiled
def attacking(kind):
    """What is going on for the attacker: bits for `stats.stat`."""
    return 1 << ops.ATTACKING | (1 << ops.IN_MELEE if kind == ops.MELEE else 1 << ops.AT_RANGE)


@compiled
def defending(kind):
    """What is going on for the target."""
    return 1 << ops.DEFENDING | (1 << ops.IN_MELEE if kind == ops.MELEE else 1 << ops.AT_RANGE)


@compiled
def can_attack(state, tables, attacker, kind, target):
    """O69 to O71, B35, B36: whether the figure can attack that one so. Who is ghostly can be attacked all the same.

    Args:
        state, tables: records.
        attacker: who attacks.
        kind: ops.MELEE, ops.RANGED, or ops.ANY_KIND for either.
        target: whom.
    """
    return could_attack(state, tables, attacker, kind, target, 0)


@compiled
def could_attack(state, tables, attacker, kind, target, might):
    """`can_attack` with that many Action dice more."""
    here, there = int(state.at[attacker]), int(state.at[target])
    if here < 0 or there < 0 or side_of(attacker) == side_of(target):
        return False
    if kind != ops.RANGED and adjacent(state, tables, here, there) and sees(state, tables, here, there, -1):
        if has_dice(state, tables, attacker, ops.MELEE, target, might):
            return True
    if kind == ops.MELEE or tables.sight[here, there] == 0:
        return False
    if stat(state, tables, attacker, RANGED, attacking(ops.RANGED), target) == 0:
        return False
    return sees(state, tables, here, there, side_of(attacker)) and has_dice(
        state, tables, attacker, ops.RANGED, target, might
    )


@compiled
def has_dice(state, tables, attacker, kind, target, might):
    """B36: whether the attacker would roll a die; whether it swaps its dice makes no difference to that (E6)."""
    when = attacking(kind)
    if might > 0 or plain_dice(state, tables, attacker, when, target) > 0:
        return True
    return changes(state, tables, attacker, MIGHT, when, target) > 0


@compiled
def any_target(state, tables, attacker, kind):
    """O68: whether the figure can attack anybody so; arguments as of `can_attack`."""
    return any_target_with(state, tables, attacker, kind, 0)


@compiled
def any_target_with(state, tables, attacker, kind, might):
    """`any_target` with that many Action dice more."""
    here, side = int(state.at[attacker]), side_of(attacker)
    if here < 0:
        return False
    if kind != ops.RANGED:
        for i in range(NEIGHBOURS):
            space = neighbour(state, tables, here, i)
            if space >= 0:
                other = int(state.occupant[space])
                if other < 0 or side_of(other) == side or not sees(state, tables, here, space, -1):
                    continue
                if has_dice(state, tables, attacker, ops.MELEE, other, might):
                    return True
    if kind != ops.MELEE and might_have(state, tables, attacker, RANGED):
        for other in range(first_opponent(side), after_opponents(side)):
            there = int(state.at[other])
            if there >= 0 and tables.sight[here, there] != 0:  # else it cannot be in sight
                if could_attack(state, tables, attacker, ops.RANGED, other, might):
                    return True
    return False


# ---- the Attack -----------------------------------------------------------------------------------------------------
@compiled
def begin_attack(state, tables, attacker, target, kind, might, hits, damage):
    """O68, B34: the figure attacks; whatever it costs has been paid.

    Args:
        state, tables: records.
        attacker: who attacks.
        target: whom; −1: the attacker's seat chooses; nothing happens if there is nobody.
        kind: ops.MELEE, ops.RANGED, or ops.ANY_KIND: melee if the target can be attacked so, else ranged.
        might: Action dice more.
        hits: hits more.
        damage: Damage tokens more.
    """
    push_task(state, T_ATTACK, attacker)
    task = top(state)
    task[OTHER] = target
    task[SOURCE] = kind
    task[COUNT] = hits
    task[A] = might
    task[B] = damage
    for column in range(C, E + 1):
        task[column] = 0
    task[LEFT_TO_DO] = 0


@compiled
def advance_attack(state, tables):
    """B34: one step after the other. If one of the two is gone before the roll, the Attack is off."""
    task = top(state)
    attacker, target, stage = int(task[FIGURE]), int(task[OTHER]), int(task[STAGE])
    if state.at[attacker] < 0:
        pop_task(state)
    elif stage == NAMING:
        task[STAGE] = DECLARING
        if target < 0:
            if any_target_with(state, tables, attacker, int(task[SOURCE]), int(task[A])):
                push(state, ATTACK_TARGET, seat_of(attacker))
            else:
                pop_task(state)
    elif stage <= ROLLING and state.at[target] < 0:
        pop_task(state)
    elif stage == DECLARING:
        declare(state, tables, task)
    elif stage == ROLLING:
        task[STAGE] = COMPARING
        roll_attack(state, tables, task)
        emit(state, tables, E_ROLL, attacker, target)
    elif stage == COMPARING:
        task[STAGE] = PUSHING
        compare(state, tables, task)
    elif stage == PUSHING:
        task[STAGE] = ENDING
        ask_push(state, tables, task)
    else:
        end_attack(state, tables, task)


@compiled
def legal_attack_target(state, tables, mask):
    """ATTACK_TARGET: an opponent that can be attacked so."""
    task = top(state)
    attacker, kind, might = int(task[FIGURE]), int(task[SOURCE]), int(task[A])
    side = side_of(attacker)
    for other in range(first_opponent(side), after_opponents(side)):
        mask[act.FIGURE_NAME + other] = could_attack(state, tables, attacker, kind, other, might)


@compiled
def play_attack_target(state, tables, action):
    """ATTACK_TARGET: that one is attacked."""
    top(state)[OTHER] = action - act.FIGURE_NAME


@compiled
def declare(state, tables, task):
    """B34 (1) to (3), B35, A28: kind and target are named, the alarm is raised; talents answer."""
    attacker, target = int(task[FIGURE]), int(task[OTHER])
    task[STAGE] = ROLLING
    if task[SOURCE] == ops.ANY_KIND:
        melee = could_attack(state, tables, attacker, ops.MELEE, target, int(task[A]))
        task[SOURCE] = ops.MELEE if melee else ops.RANGED
    if alarming(state, tables, attacker, target):
        raise_alarm(state, tables, attacker)
    emit(state, tables, E_ATTACK, attacker, target)
    emit(state, tables, E_ATTACKED, target, attacker)


# ---- the dice -------------------------------------------------------------------------------------------------------
@compiled
def roll_attack(state, tables, task):
    """B34 (3) and (4), O72 to O76, A23: the pools are counted and rolled."""
    attacker, target, when = int(task[FIGURE]), int(task[OTHER]), attacking(int(task[SOURCE]))
    combat = combat_dice(state, tables, attacker, when, target)
    action = action_dice(state, tables, attacker, when, target) + max(0, int(task[A]))
    note_roll(state, tables, task, combat, action)


@compiled
def note_roll(state, tables, task, combat, action):
    """Rolls so many dice; hits, push symbols and blank dice are noted in the task."""
    hits, pushes, blank_combat, blank_action = roll_pool(state, tables, side_of(int(task[FIGURE])), combat, action)
    task[COUNT] += hits
    task[D] = min(BLANK_ACTION - 1, blank_combat) + BLANK_ACTION * blank_action
    task[E] = min(9, int(task[E]) + pushes)


@compiled
def reroll_blanks(state, tables, task):
    """EFFECTS.md, ``reroll``: the dice of this T_ATTACK that showed no hit are rolled again, once."""
    blank = int(task[D])
    note_roll(state, tables, task, blank % BLANK_ACTION, blank // BLANK_ACTION)
    task[D] = 0


# ---- what comes of it -----------------------------------------------------------------------------------------------
@compiled
def compare(state, tables, task):
    """B34 (6) to (8), O77, B38: the hits against DEFENSE; after a success damage, and elimination with it.

    An Attack on who is ghostly succeeds like any other, but only a legendary one does damage (O246).
    """
    attacker, target, kind = int(task[FIGURE]), int(task[OTHER]), int(task[SOURCE])
    if state.at[target] < 0:
        return
    hits = int(task[COUNT]) + stat(state, tables, attacker, HITS, attacking(kind), target)
    if max(0, hits) < stat(state, tables, target, DEFENSE, defending(kind), attacker):
        return
    task[LEFT_TO_DO] = 1
    damage = 1 + int(task[B]) + stat(state, tables, attacker, DAMAGE, attacking(kind), target)
    if task[C] == 0 and is_hurt(state, tables, attacker, target, kind):
        harm(state, tables, target, damage, attacker)
    if state.over == 0:
        emit(state, tables, E_HIT, attacker, target)


@compiled
def is_hurt(state, tables, attacker, target, kind):
    """O94, O246: whether such an Attack can do damage to the target: legendary ones to everybody."""
    if stat(state, tables, target, GHOSTLY, defending(kind), attacker) == 0:
        return True
    return stat(state, tables, attacker, LEGENDARY, attacking(kind), target) > 0


@compiled
def ask_push(state, tables, task):
    """B34 (9), O79, A25: after a push symbol, or with a talent, the attacker may push who has not been eliminated."""
    attacker, target = int(task[FIGURE]), int(task[OTHER])
    if state.at[target] < 0:
        return
    if task[E] > 0 or stat(state, tables, attacker, PUSH, attacking(int(task[SOURCE])), target) > 0:
        if mark_push(state, tables, attacker, target) > 0:
            push(state, PUSH_SPACE, seat_of(attacker))


@compiled
def mark_push(state, tables, attacker, target):
    """A25: marks in ``state.reach`` the Spaces to which the target can be pushed. Returns how many there are."""
    state.reach[:] = 0
    count = 0
    for i in range(NEIGHBOURS):
        space = neighbour(state, tables, int(state.at[target]), i)
        if space >= 0 and is_push(state, tables, attacker, target, space):
            state.reach[space] = 1
            count += 1
    return count


@compiled
def is_push(state, tables, attacker, target, space):
    """A25, B40: the Space is adjacent to the target's, free, allowed for it, and farther from the attacker's."""
    here, there = int(state.at[attacker]), int(state.at[target])
    farther = distance(tables, here, space) > distance(tables, here, there)
    return farther and adjacent(state, tables, there, space) and allowed(state, tables, target, space)


@compiled
def distance(tables, a, b):
    """B40: the square of the straight distance between the middles of two Spaces."""
    x, y = int(tables.space_x[a]) - int(tables.space_x[b]), int(tables.space_y[a]) - int(tables.space_y[b])
    return x * x + y * y


@compiled
def legal_push_space(state, tables, mask):
    """PUSH_SPACE, O79: a Space that is marked, or none."""
    mask[act.PASS] = 1
    for space in range(tables.num_spaces):
        mask[act.SPACE_NAME + space] = state.reach[space]


@compiled
def play_push_space(state, tables, action):
    """PUSH_SPACE: the target is moved there; that is no move, and nobody sneaks (A25)."""
    state.reach[:] = 0
    if action != act.PASS:
        put(state, int(top(state)[OTHER]), action - act.SPACE_NAME)


@compiled
def end_attack(state, tables, task):
    """B34 (10), O202, B39: a bleeding attacker is harmed, hit or miss; the Attack is over."""
    attacker = int(task[FIGURE])
    bleeding = int(state.condition[attacker, BLEEDING])
    pop_task(state)
    harm(state, tables, attacker, int(tables.condition_penalty[BLEEDING, bleeding]), -1)
