"""Attributes with all that changes them, and the dice that come of them (O99 to O101, O131, A19, A23, B38, O203, O204).

What is going on is said by a bit set: ``1 << ops.ATTACKING`` and so on. An attacker is asked with ATTACKING and
IN_MELEE or AT_RANGE, its target with DEFENDING and the same kind, so that a DEFENSE may hold against one kind only.

A source works once on each figure that it concerns, however many figures bear it.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..state import (
    DAMAGE,
    DEFENSE,
    FIGURE,
    GHOSTLY,
    HITS,
    KIND,
    MIGHT,
    MIGHT_DOWN,
    NO_BATTLE,
    POISONED,
    SPEED,
    STAT_MODIFIERS,
    STEALTH,
    STUNNED,
    SWAP_DICE,
    T_COMPANION,
    T_HERO,
)
from .figures import kind_of, matches_foe, printed, side_of
from .sources import after_many, bearer_of, bears, first_of_many, has_many
from .spaces import adjacent, neighbour

NOTHING = 0
"""`when` of a figure that does nothing in particular."""


# ---- what a figure has ----------------------------------------------------------------------------------------------
@compiled
def stat(state, tables, figure, which, when, foe):
    """O99, O100, O131: the value on the card with all that changes it, never below 0 (B38).

    Only HITS, DAMAGE and STEALTH, which are added to something else, may be below. MIGHT is what a Test is compared
    with (A23); its dice are `combat_dice` and `action_dice`.

    Args:
        state, tables: records.
        figure: whose.
        which: the stat.
        when: bits of what is going on.
        foe: the opponent in an Attack, −1 without one.
    """
    value = printed(state, tables, figure, which) + changes(state, tables, figure, which, when, foe)
    if which == MIGHT:
        value -= changes(state, tables, figure, MIGHT_DOWN, when, foe)
    elif which == DEFENSE:
        value -= int(tables.condition_penalty[POISONED, state.condition[figure, POISONED]])
    elif which == SPEED:
        value -= int(tables.condition_penalty[STUNNED, state.condition[figure, STUNNED]])
    if which in (HITS, DAMAGE, STEALTH):
        return value
    return max(0, value)


@compiled
def combat_dice(state, tables, figure, when, foe):
    """O72, O74, A23, B38: MIGHT less the penalties, which never touch Action dice; none if they are swapped (E6)."""
    if stat(state, tables, figure, SWAP_DICE, when, foe) > 0:
        return 0
    return plain_dice(state, tables, figure, when, foe)


@compiled
def action_dice(state, tables, figure, when, foe):
    """O73, A23: as many as the bonuses to MIGHT; and for a figure that swaps dice those for its Combat dice (E6)."""
    dice = max(0, changes(state, tables, figure, MIGHT, when, foe))
    if stat(state, tables, figure, SWAP_DICE, when, foe) > 0:
        dice += plain_dice(state, tables, figure, when, foe)
    return dice


@compiled
def plain_dice(state, tables, figure, when, foe):
    """A23: the Combat dice before any are swapped."""
    return max(0, printed(state, tables, figure, MIGHT) - changes(state, tables, figure, MIGHT_DOWN, when, foe))


@compiled
def hurts(state, tables, source, figure):
    """O246: whether a program of that source, −1 of none, can do damage to the figure: a legendary one to everybody."""
    if source >= 0 and tables.source_legendary[source] != 0:
        return True
    return stat(state, tables, figure, GHOSTLY, NOTHING, -1) == 0


@compiled
def test_value(state, tables, hero, which, when):
    """O85, A23: what the total of a Test may be at most; of a Sneak Test the SPEED with STEALTH.

    Args:
        state, tables: records.
        hero: whose.
        which: SPEED, MIGHT, DEFENSE or GUILE.
        when: bits of what is going on besides TESTING.
    """
    when |= 1 << ops.TESTING
    value = stat(state, tables, hero, which, when, -1)
    if which == SPEED and (when >> ops.SNEAKING) & 1 != 0:
        value += stat(state, tables, hero, STEALTH, when, -1)
    return max(0, value)


# ---- what changes it ------------------------------------------------------------------------------------------------
@compiled
def changes(state, tables, figure, which, when, foe):
    """The sum of techniques, Wounds, effects and live modifiers that concern the figure; arguments as of `stat`."""
    total = int(state.mods[figure, which])
    kind = kind_of(tables, figure)
    if kind >= 0:
        total += int(state.kind_mods[kind, which])
    if state.active_mods[which] != 0 and acts(state, figure, kind):
        total += int(state.active_mods[which])
    for i in range(STAT_MODIFIERS):
        m = int(tables.stat_modifiers[which, i])
        if m < 0:
            break
        if state.live[tables.modifier_source[m]] != 0 and concerns(state, tables, m, figure, when, foe):
            total += int(tables.modifier[m, 1])
    return total


@compiled
def might_have(state, tables, figure, which):
    """Whether anything at all could raise the stat of the figure above 0: a quick no to most who ask.

    Of a modifier that is for its bearer only it is known at once whether it could; all others might.
    """
    kind = kind_of(tables, figure)
    if printed(state, tables, figure, which) > 0 or state.mods[figure, which] > 0 or state.active_mods[which] > 0:
        return True
    if kind >= 0 and state.kind_mods[kind, which] > 0:
        return True
    for i in range(STAT_MODIFIERS):
        m = int(tables.stat_modifiers[which, i])
        if m < 0:
            return False
        source = int(tables.modifier_source[m])
        if state.live[source] != 0 and tables.modifier[m, 1] > 0:
            if tables.modifier[m, 2] != ops.SCOPE_SELF or bears(state, tables, source, figure):
                return True
    return False


@compiled
def acts(state, figure, kind):
    """O134: whether it is its activation: of its Character card, or of the Hero or companion itself."""
    if kind >= 0:
        return kind == state.active_kind
    for i in range(state.task_count - 1, -1, -1):
        if state.tasks[i, KIND] == T_HERO or state.tasks[i, KIND] == T_COMPANION:
            return state.tasks[i, FIGURE] == figure
    return False


@compiled
def concerns(state, tables, m, figure, when, foe):
    """Whether a modifier whose source works changes the figure's value now: ``when``, ``foe``, then ``scope``."""
    row = tables.modifier[m]
    if row[5] != ops.ANY_FOE and not matches_foe(state, tables, int(row[5]), foe):
        return False
    if row[3] != ops.ALWAYS and not is_so(state, tables, int(row[3]), int(row[4]), figure, when, foe):
        return False
    source, scope = int(tables.modifier_source[m]), int(row[2])
    if scope == ops.SCOPE_SELF:
        return bears(state, tables, source, figure)
    if not has_many(source):
        bearer = bearer_of(state, tables, source)
        return bearer >= 0 and within(state, tables, scope, bearer, figure)
    for bearer in range(first_of_many(tables, source), after_many(tables, source)):
        if bears(state, tables, source, bearer) and within(state, tables, scope, bearer, figure):
            return True
    return False


@compiled
def is_so(state, tables, condition, argument, figure, when, foe):
    """Whether ``when`` of a modifier holds; ATTACKING to SNEAKING are told by the bits, the rest is looked up."""
    if condition <= ops.SNEAKING:
        return (when >> condition) & 1 != 0
    if condition == ops.PACK:
        return (when >> ops.ATTACKING) & 1 != 0 and foe >= 0 and pack(state, tables, figure, foe) >= argument
    if condition == ops.WOUNDED:
        return state.damage[figure] >= argument
    if condition == ops.IN_BATTLE:
        return state.battle != NO_BATTLE
    space = int(state.at[figure])
    if space < 0:
        return False
    if condition == ops.ON_CORRUPTED:
        return state.corrupted[tables.space_tile[space]] != 0
    return not has_friend_beside(state, tables, figure, space)


@compiled
def pack(state, tables, figure, foe):
    """O243, E4: how many other figures of the figure's kind are adjacent to its opponent; none unless it is, too."""
    kind, space, count = kind_of(tables, figure), int(state.at[foe]), 0
    if kind < 0 or space < 0 or not adjacent(state, tables, int(state.at[figure]), space):
        return 0
    for i in range(NEIGHBOURS):
        beside = neighbour(state, tables, space, i)
        if beside >= 0:
            other = int(state.occupant[beside])
            count += other != figure and other >= 0 and kind_of(tables, other) == kind
    return count


@compiled
def has_friend_beside(state, tables, figure, space):
    """Whether a friend stands on a Space adjacent to that one."""
    for i in range(NEIGHBOURS):
        beside = neighbour(state, tables, space, i)
        if beside >= 0:
            other = int(state.occupant[beside])
            if other >= 0 and side_of(other) == side_of(figure):
                return True
    return False


@compiled
def within(state, tables, scope, bearer, figure):
    """EFFECTS.md, ``scope``: whether the figure is one of those that a modifier of the bearer is for."""
    here, there = int(state.at[bearer]), int(state.at[figure])
    if here < 0 or there < 0:
        return False
    friends = side_of(bearer) == side_of(figure)
    if scope == ops.SCOPE_SIDE:
        return friends
    if friends != (scope == ops.SCOPE_ADJACENT or scope == ops.SCOPE_AREA):
        return False
    if scope == ops.SCOPE_ADJACENT or scope == ops.SCOPE_FOES_ADJACENT:
        return adjacent(state, tables, here, there)
    return tables.space_area[here] == tables.space_area[there]
