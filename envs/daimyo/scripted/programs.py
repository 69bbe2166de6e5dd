"""What programs are worth: read instruction by instruction, as far as can be told beforehand."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.domain import area_has_room
from ..rules.heroes import active_class
from ..rules.program import counted
from ..state import (
    E_CLEANSE,
    E_DISCARD,
    E_DRAW,
    E_EXHAUST,
    E_LOOT,
    E_MON,
    E_PETALS,
    E_RECOVER,
    E_REFRESH,
    E_RETURN,
    E_START_DUEL,
    E_WIN_DUEL,
)
from .fights import duel_chance
from .worth import UNKNOWN, interest, petal_worth

LOSS = 2.0  # of a hero exhausted in a duel


@compiled
def program_worth(state, tables, seat, style, start, end):
    """The instructions of a program from ``start`` on (to ``end``, or its END if that is −1).

    Blocks behind a condition that does not hold are passed over, of options the first open one is taken, and what
    others have to do counts the other way round.
    """
    total, at, sign, count, chance = 0.0, start, 1.0, 1, 0.0
    cls = active_class(state, tables, seat)
    while at != end and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        op, at = row[0], at + 1
        if op < ops.MAY:
            n = count if row[1] < 0 else max(1, row[1])
            if op == ops.DUEL:
                chance = duel_chance(state, tables, seat, n)
                total += interest(state, tables, seat, style, E_START_DUEL, -1) - LOSS * (1.0 - chance)
                total += chance * (0.5 + interest(state, tables, seat, style, E_WIN_DUEL, -1))
            elif sign > 0.0:
                total += n * own_worth(state, tables, seat, style, row)
            else:
                total += n * 0.5 * others_worth(op)
        elif op == ops.ICON or op == ops.OPTION_ROW:
            at += row[2] if row[1] >= 0 and row[1] != cls else 0
        elif op == ops.IF:
            if (row[1] == ops.IF_WON and chance < 0.5) or not expected(state, tables, seat, cls, row):
                at += row[3]
        elif op == ops.JUMP:
            at += row[1]
        elif op == ops.COUNT:
            count = counted(state, tables, seat, row[1], 1)
            if row[1] == ops.C_SAMURAI or row[1] == ops.C_NINJA:
                count += 1  # itself
        elif op == ops.EACH or op == ops.TARGET:
            sign = -1.0
        elif op == ops.END_EACH or op == ops.END_TARGET:
            sign = 1.0
    return total


@compiled
def expected(state, tables, seat, cls, row):
    """Whether a condition holds, as far as it can be told beforehand; what is to be done first will have been done."""
    condition, n = row[1], row[2]
    if condition == ops.IF_CLASS:
        return cls == n
    if condition == ops.IF_HAND_EMPTY:
        return state.hand_size[seat] <= 1  # but for the card itself
    if condition == ops.IF_HEROES:
        return counted(state, tables, seat, ops.C_HEROES, 0) >= n
    if condition == ops.IF_PETALS:
        return state.petals <= n
    if condition == ops.IF_TREASURES:
        return counted(state, tables, seat, ops.C_TREASURES, 0) >= n
    if condition == ops.IF_DEPLOYED:
        return int(state.deployed[0]) + int(state.deployed[1]) + int(state.deployed[2]) + 1 >= n
    return True


@compiled
def own_worth(state, tables, seat, style, row):
    """One instruction, done once by the player."""
    op = row[0]
    if op == ops.DRAW:
        return 1.5 + interest(state, tables, seat, style, E_DRAW, -1)
    if op == ops.GAIN_MON:
        return 1.0 + interest(state, tables, seat, style, E_MON, -1)
    if op == ops.DEPLOY_MORE:
        return 2.0
    if op == ops.TRADE_MORE:
        return style.trade_point
    if op == ops.DISCOUNT:
        return 0.8
    if op == ops.DISCARD_CARDS:
        return interest(state, tables, seat, style, E_DISCARD, UNKNOWN) - 0.7
    if op == ops.RETURN_CARDS:
        return interest(state, tables, seat, style, E_RETURN, UNKNOWN) - 0.7
    if op == ops.LOOT:
        gain = style.regalia if row[1] == 2 else style.loot
        return gain + interest(state, tables, seat, style, E_LOOT, UNKNOWN)
    if op == ops.EXHAUST_FIELD:
        return interest(state, tables, seat, style, E_EXHAUST, UNKNOWN) + (-1.0 if row[3] == ops.SELF else 1.0)
    if op == ops.RECOVER_FIELD:
        return 0.5 + interest(state, tables, seat, style, E_RECOVER, UNKNOWN)
    if op == ops.CLEANSE_FIELD:
        return 0.5 + interest(state, tables, seat, style, E_CLEANSE, UNKNOWN)
    if (
        row[1] == ops.REFRESH_HEROES
        and op == ops.REFRESH
        and (tables.boss_rush != 0 or not area_has_room(state, tables))
    ):
        return 0.0
    if op == ops.REFRESH:
        return 0.3 + interest(state, tables, seat, style, E_REFRESH, UNKNOWN)
    if op == ops.REMOVE_PETALS:
        return petal_worth(state, tables, seat, style, 1) + interest(state, tables, seat, style, E_PETALS, -1)
    if op == ops.RESTORE_PETALS:
        return petal_worth(state, tables, seat, style, -1)
    if op == ops.TAKE or op == ops.GAIN_HERO or op == ops.WIN_DUEL:
        return 3.0
    if op == ops.NEGATE_DUEL:
        return 1.5
    if op == ops.BOOST_BY:
        return 0.5
    return -2.0  # SEND, LEAVE, TIRE


@compiled
def others_worth(op):
    """What it is worth that another player has to do, or may do, this."""
    if op == ops.DISCARD_CARDS or op == ops.RETURN_CARDS or op == ops.EXHAUST_FIELD or op == ops.SEND:
        return 1.0
    if op == ops.DRAW or op == ops.GAIN_MON or op == ops.LOOT or op == ops.TAKE or op == ops.GAIN_HERO:
        return -1.0
    return 0.0
