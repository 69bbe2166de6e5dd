"""What the programs and modifiers of cards are worth to the Heroes, read row by row (EFFECTS.md)."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.figures import printed, side_of
from ..rules.usable import fits
from ..state import (
    E_ATTACK,
    E_ATTACKED,
    E_HARMED,
    E_HIT,
    E_ROLL,
    FIGURES,
    MIGHT,
    MIGHT_DOWN,
    MODIFIERS,
    NUM_STATS,
    SPEED,
    STAMINA,
    THE_HEROES,
    TRIGGERS,
)
from . import heroes_style as style
from .heroes_clues import clue_worth
from .heroes_fights import best_attack, hurt, kill_worth
from .heroes_missions import alarm_worth, skipped

COUNTED = 2  # what is taken for the register


# ---- one row --------------------------------------------------------------------------------------------------------
@compiled
def harm_worth(state, tables, figure, n):
    """N Damage tokens on a figure."""
    if figure < 0 or state.at[figure] < 0:
        return 0.0
    if side_of(figure) == THE_HEROES:
        return -n * hurt(state, figure)
    left = max(1, int(printed(state, tables, figure, STAMINA)) - int(state.damage[figure]))
    return kill_worth(state, tables, 0, figure) * min(1.0, n / left)


@compiled
def heal_worth(state, figure, n):
    """N Damage tokens off a figure."""
    if figure < 0 or state.at[figure] < 0:
        return 0.0
    healed = min(n, int(state.damage[figure]))
    return healed * (0.9 * hurt(state, figure) if side_of(figure) == THE_HEROES else -0.3)


@compiled
def on_figure_worth(state, tables, row, whom):
    """A row that works on one figure."""
    op = row[0]
    n = COUNTED if row[1] == ops.AS_COUNTED else int(row[1])
    if op == ops.DAMAGE_BY:
        return harm_worth(state, tables, whom, n)
    if op == ops.HEAL:
        return heal_worth(state, whom, n)
    friend = whom < 0 or side_of(whom) == THE_HEROES
    if op == ops.CONDITION:
        return -0.3 if friend else 0.25
    if op == ops.CURE:
        there = whom >= 0 and state.condition[whom, row[1]] > 0
        return (0.2 if friend else -0.2) if there else 0.0
    if op == ops.CHANGE_STAT:
        value = 0.12 * row[2] * (-1.0 if row[1] == MIGHT_DOWN else 1.0)
        return value if friend else -value
    if op == ops.PUSH_AWAY:
        return 0.05
    return 0.08  # moves and placings


@compiled
def on_cards_worth(state, tables, row):
    """A row that draws, discards, tests or changes the table."""
    op = row[0]
    n = COUNTED if row[1] == ops.AS_COUNTED else int(row[1])
    if op == ops.DRAW_EVENTS:
        return -style.EVENT * n
    if op == ops.DRAW_CLUES:
        return clue_worth(state, tables) * n
    if op == ops.DRAW_ITEMS:
        return style.ITEM_KEPT * row[2]
    if op == ops.DRAW_WOUND:
        return -1.0
    if op == ops.RECALL:
        return 0.1 * n
    if op == ops.CORRUPT or op == ops.SUMMON_NOW:
        return -0.4
    if op == ops.SUMMON_KAMI:
        return style.KAMI
    if op == ops.RAISE_ALARM:
        return alarm_worth(state, tables)
    return 0.0


@compiled
def row_worth(state, tables, row, figure, other, chosen):
    """One row, as far as it is worth anything by itself."""
    op = row[0]
    if op == ops.ATTACK_NOW:
        return 0.8 * best_attack(state, tables, figure, int(row[1]))
    if op == ops.HITS_BY:
        return 0.12 * abs(row[1])
    if op == ops.REROLL:
        return 0.3
    if op == ops.SHIELD:
        return 0.4
    if op == ops.MORE_ACTIONS:
        return style.MORE_ACTION * (COUNTED if row[1] == ops.AS_COUNTED else row[1])
    if ops.DAMAGE_BY <= op <= ops.PUSH_AWAY:
        which = row[3] if op == ops.CHANGE_STAT else (row[1] if op == ops.PUSH_AWAY else row[2])
        whom = figure if which == ops.SELF else (other if which == ops.OTHER else chosen)
        return on_figure_worth(state, tables, row, whom)
    return on_cards_worth(state, tables, row)


# ---- programs -------------------------------------------------------------------------------------------------------
@compiled
def block_worth(state, tables, start, stop, figure, other, chosen):
    """Rows from ``start`` to before ``stop``, without choices of figures among them."""
    total, i = 0.0, int(start)
    while i < stop and tables.code[i, 0] != ops.END:
        row = tables.code[i]
        total += row_worth(state, tables, row, figure, other, chosen)
        i += 1 + skipped(state, tables, row, figure)
    return total


@compiled
def loop_worth(state, tables, at, figure, other):
    """TARGET: the best figure; EACH: all of them."""
    row = tables.code[at]
    most, total = -9.0 if row[4] == 0 else 0.0, 0.0
    found = False
    for one in range(FIGURES):
        if fits(state, tables, row, figure, one):
            value = block_worth(state, tables, at + 1, at + 1 + int(row[5]), figure, other, one)
            most, total, found = max(most, value), total + value, True
    if not found:
        return 0.0
    return most if row[0] == ops.TARGET else total


@compiled
def program_worth(state, tables, start, stop, figure, other):
    """What a program is worth to the Heroes now, from a row on to before another (or its end).

    Args:
        state, tables: records.
        start: first row; −1: there is none.
        stop: row before which it ends.
        figure: whose it is: a Hero or companion; −1 nobody.
        other: the event's other figure, −1 nobody.
    """
    total, i = 0.0, int(start)
    if i < 0:
        return 0.0
    while i < stop and tables.code[i, 0] != ops.END:
        row = tables.code[i]
        if row[0] == ops.TARGET or row[0] == ops.EACH:
            total += loop_worth(state, tables, i, figure, other)
            i += 1 + int(row[5])
        else:
            total += row_worth(state, tables, row, figure, other, -1)
            i += 1 + skipped(state, tables, row, figure)
    return total


# ---- modifiers and triggers -----------------------------------------------------------------------------------------
@compiled
def occasion(state, when):
    """How often a ``when`` of a modifier holds."""
    if when == ops.IN_BATTLE:
        return 1.0 if state.battle != 0 else 0.0
    if when == ops.ALWAYS:
        return 1.0
    if when <= ops.INVESTIGATING:
        return 0.9
    return 0.4


@compiled
def modifiers_worth(state, tables, source, wants):
    """The modifiers of a source, with what the Hero wants of each stat (``wants``, (NUM_STATS,))."""
    total = 0.0
    for m in range(MODIFIERS):
        if tables.modifier_source[m] != source or tables.modifier[m, 1] == 0:
            continue
        row = tables.modifier[m]
        value = wants[row[0]] * row[1] * occasion(state, row[3])
        if row[5] != ops.ANY_FOE:
            value *= 0.6
        if row[2] == ops.SCOPE_SIDE:
            value *= 2.0
        elif row[2] == ops.SCOPE_AREA or row[2] == ops.SCOPE_ADJACENT:
            value *= 0.4 + 0.3 * state.alive.sum()
        elif row[2] != ops.SCOPE_SELF:  # opponents
            value = 0.1 * row[1] * (1.0 if row[0] == MIGHT_DOWN else -1.0)
        total += value
    return total


@compiled
def triggers_worth(state, tables, source, hero, wants):
    """The triggers of a source: what they do, as often as one may hope for."""
    total = 0.0
    for t in range(TRIGGERS):
        if tables.trigger_source[t] != source or tables.trigger[t, 5] <= 0:
            continue
        event = tables.trigger[t, 0]
        often = 0.3
        if event in (E_ATTACK, E_HIT, E_ROLL):
            often = min(1.0, 2.0 * wants[MIGHT])
        elif event in (E_ATTACKED, E_HARMED):
            often = min(1.0, 0.2 + state.damage[hero] / 4.0)
        total += often * program_worth(state, tables, tables.trigger[t, 5], 1 << 15, hero, -1)
    return total


@compiled
def source_worth(state, tables, source, hero, wants):
    """What it is worth to a Hero that a source works this round: modifiers, triggers, and its action."""
    value = modifiers_worth(state, tables, source, wants) + triggers_worth(state, tables, source, hero, wants)
    start = int(tables.source_action[source])
    if start >= 0:
        gain = program_worth(state, tables, start, 1 << 15, hero, -1)
        value += max(0.0, gain - (0.0 if tables.source_cost[source] == 3 else 0.25))
    return value


@compiled
def technique_worth(row, wants):
    """Changes of stats, one for each ((NUM_STATS,) int8)."""
    total = 0.0
    for i in range(NUM_STATS):
        total += row[i] * wants[i] * (3.0 if row[i] < 0 and i == SPEED else 1.0)
    return total
