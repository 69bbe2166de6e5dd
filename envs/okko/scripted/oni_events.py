"""Event cards: what Special Effects and techniques are worth, read from their programs and values."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.figures import matches_foe, printed
from ..rules.oni import figure_may_act
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    DAMAGE,
    DEFENSE,
    E_CORRUPT,
    EVENT_HAND,
    EVENTS,
    FIGURES,
    HEROES,
    HITS,
    KINDS,
    MIGHT,
    MIGHT_DOWN,
    NO_BATTLE,
    RANGED,
    SPEED,
    STAMINA,
    SWAP_DICE,
    SWIFT,
)
from . import oni_style as style
from .oni_fight import kind_attacks
from .oni_ground import danger, hero_distance
from .oni_track import free_summon_worth
from .oni_worth import event_steps, harm_worth, heal_worth, life_worth, living, wound_worth


# ---- one instruction ------------------------------------------------------------------------------------------------
@compiled
def on_figure(state, tables, row, figure):
    """Of an instruction that works on that figure."""
    op, foe = int(row[0]), figure < AGENT_FIGURE
    if op == ops.DAMAGE_BY:
        n = max(1, int(row[1]))
        if foe:
            return harm_worth(state, tables, figure, n)
        return -life_worth(state, tables, figure) * min(1.0, n / max(1, printed(state, tables, figure, STAMINA)))
    if op == ops.HEAL:
        n = int(row[1]) if row[1] > 0 else 2
        return heal_worth(state, tables, figure, n) if not foe else -0.5 * min(n, int(state.damage[figure]))
    if op == ops.CONDITION:
        fresh = 1.0 if state.condition[figure, row[1]] == 0 else 0.2
        worth = style.CONDITIONS[int(row[1])] * fresh * (1.0 if figure < HEROES else 0.3)
        return worth if foe else -worth
    if op == ops.DRAW_WOUND:
        return wound_worth(state, tables, figure) if figure < HEROES else 0.0
    if op == ops.MOVE_NOW or op == ops.PLACE_FIGURE or op == ops.PUSH_AWAY:
        return 0.35 if figure < HEROES else 0.1
    if op == ops.CHANGE_STAT:
        if foe:
            return -0.12 * row[2] * (figure < HEROES and state.acted[figure] == 0)
        if row[1] == DEFENSE:
            life = life_worth(state, tables, figure)
            return 0.15 * row[2] * life * danger(state, tables, figure, int(state.at[figure]))
        return 0.1 * row[2]
    return 0.0


@compiled
def on_table(state, tables, row, attacks):
    """Of an instruction that works on no figure chosen; ``attacks``: how many the activated figures can make."""
    op = int(row[0])
    if op == ops.CHANGE_STAT:
        return boost_worth(int(row[1]), int(row[2]), attacks)
    if op == ops.DRAW_EVENTS:
        return style.CARD * row[1]
    if op == ops.CORRUPT:
        return style.CORRUPTION + event_steps(state, tables, E_CORRUPT, -1) if state.frozen == 0 else 0.0
    if op == ops.SUMMON_NOW:
        return free_summon_worth(state, tables, int(row[1]), int(row[2]))
    if op == ops.MOVE_TOKEN:
        return 0.8 if state.battle == NO_BATTLE and tables.investigation != 0 else 0.1
    if op == ops.RAISE_ALARM:
        return 2.0 * (state.alarm == 0)
    return 0.0


@compiled
def boost_worth(which, n, attacks):
    """Of a stat changed for the figures of the activated card."""
    if which == MIGHT:
        return style.ACTION_DIE * n * attacks
    if which == MIGHT_DOWN:
        return -0.15 * n * attacks
    if which == SWAP_DICE:
        return 0.28 * attacks
    if which == DAMAGE:
        return 0.35 * n * attacks
    if which == HITS:
        return 0.25 * n * attacks
    if which == ACTIONS:
        return 0.3 * n * attacks
    if which in (RANGED, SWIFT, SPEED):
        return 0.15 * n * (attacks > 0)
    return 0.0


# ---- a program ------------------------------------------------------------------------------------------------------
@compiled
def holds_now(state, row):
    """Whether an IF would hold, as far as it can be told beforehand."""
    if row[1] == ops.IF_ROUND:
        return state.turn + 1 >= row[2]
    if row[1] == ops.IF_ALARM:
        return state.alarm != 0
    if row[1] == ops.IF_BATTLE:
        return state.battle != NO_BATTLE
    if row[1] == ops.IF_HEROES:
        return living(state) >= row[2]
    return True


@compiled
def block_worth(state, tables, at, end, figure):
    """Of the instructions from one row to another with that figure as target."""
    total = 0.0
    while at < end and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        at += 1
        if row[0] == ops.JUMP:
            at += row[1]
        elif row[0] == ops.IF:
            at += 0 if holds_now(state, row) else int(row[3])
        else:
            total += on_figure(state, tables, row, figure)
    return total


@compiled
def over_figures(state, tables, at):
    """Of TARGET (the best figure) or EACH (all of them) in that row; where they stand is not looked at."""
    row = tables.code[at]
    total, best, some = 0.0, -1e6, False
    for figure in range(FIGURES):
        if state.at[figure] < 0 or not matches_foe(state, tables, int(row[3]), figure):
            continue
        if row[1] != ops.ANYBODY and (row[1] == ops.FOE) != (figure < AGENT_FIGURE):
            continue
        value = block_worth(state, tables, at + 1, at + 1 + int(row[5]), figure)
        total += value
        best = max(best, value)
        some = True
    if row[0] == ops.EACH:
        return total
    return best if some else 0.0


@compiled
def program_worth(state, tables, at, end, attacks):
    """Of a program from a row to another one or its end; of alternatives the first.

    Args:
        state, tables: records.
        at: first row; −1: there is none.
        end: the row after the last one, −1: up to its end.
        attacks: how many Attacks the activated figures can make.
    """
    total = 0.0
    while at >= 0 and at != end and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        op = int(row[0])
        if op == ops.TARGET or op == ops.EACH:
            total += over_figures(state, tables, at)
            at += 1 + int(row[5])
        elif op == ops.JUMP:
            at += int(row[1])
        elif op == ops.IF:
            at += 0 if holds_now(state, row) else int(row[3])
        elif op == ops.CHOOSE:
            at += 1
        elif op == ops.OPTION:
            at += int(row[2])
        else:
            total += on_table(state, tables, row, attacks)
        at += 1
    return total


# ---- cards ----------------------------------------------------------------------------------------------------------
@compiled
def card_price(state):
    """What any card is worth in the hand: less if there are many."""
    return style.CARD if state.hand_size <= style.PLENTY else 0.3


@compiled
def effect_worth(state, tables, event, attacks):
    """Of an Event's Special Effect."""
    return program_worth(state, tables, int(tables.event_program[event]), -1, attacks)


@compiled
def keep_worth(state, tables, event):
    """Of an Event card in the hand: what it may bring later."""
    return max(card_price(state), 0.7 * effect_worth(state, tables, event, 2))


@compiled
def best_effect(state, tables, kind):
    """What the best Event of the hand would bring now, less the card; at least −1."""
    attacks, best = 0, -1.0
    if kind >= 0:
        attacks = kind_attacks(state, tables, kind)
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_HAND:
            best = max(best, effect_worth(state, tables, event, attacks) - card_price(state))
    return best


# ---- techniques -----------------------------------------------------------------------------------------------------
@compiled
def presence(state, tables, kind):
    """About how many Attacks a Character card can make in the coming round."""
    total = 0.0
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if not figure_may_act(state, tables, figure):
            continue
        steps = hero_distance(state, tables, int(tables.space_area[state.at[figure]]))
        speed = max(1, printed(state, tables, figure, SPEED))
        if steps <= speed + 1:
            total += printed(state, tables, figure, ACTIONS) - 0.5
        elif steps <= 2 * speed + 1:
            total += 0.5
    return total


@compiled
def technique_worth(state, tables, event, kind):
    """Of an Event laid beside a Character card."""
    attacks = presence(state, tables, kind)
    if living(state) == 1:
        for other in range(KINDS):
            if other != kind and tables.kind_count[other] > 0 and presence(state, tables, other) > attacks:
                return 0.0
    stats = tables.event_stat[event]
    value = 0.0
    for which in range(stats.size):
        if stats[which] != 0 and which != DEFENSE:
            value += boost_worth(which, int(stats[which]), attacks)
    return value + 0.08 * stats[DEFENSE] * attacks + stats[DEFENSE] * shield_worth(state, tables, kind)


@compiled
def shield_worth(state, tables, kind):
    """Of a point of DEFENSE for the figures of a kind that must not be lost."""
    value = 0.0
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if state.at[figure] >= 0:
            life = life_worth(state, tables, figure)
            if life >= style.FEARFUL:
                value += style.SHIELD * life * danger(state, tables, figure, int(state.at[figure]))
    return value


@compiled
def best_technique(state, tables, event):
    """Of an Event laid beside the card where it does most."""
    best = 0.0
    for kind in range(KINDS):
        if tables.kind_count[kind] > 0:
            best = max(best, technique_worth(state, tables, event, kind))
    return best
