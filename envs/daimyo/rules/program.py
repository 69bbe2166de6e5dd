"""The interpreter of effect programs (EFFECTS.md): carries out instructions until one asks a decision or starts a task.

`run_program` reads the instruction at STAGE of the task on top. An instruction that needs a choice asks it and stays
where it is; the answer (targets.py) does one piece of work and returns here. LEFT counts what is still to be done, and
is −1 where an instruction has not begun.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    ACTOR,
    AIM,
    AREA_HERO,
    ASIDE,
    CHARACTER_SOURCE,
    COUNT,
    DECK,
    E_REFRESH,
    EXHAUSTED,
    FORCED_WIN,
    HAND_CARD,
    HERO_SLOTS,
    LEFT,
    MAY,
    NEGATED,
    NINJA,
    OPTION,
    PARTY,
    POOL_CARD,
    RAVAGED,
    READY,
    SAMURAI,
    SEND_HERO,
    SOURCE,
    STAGE,
    STORY_SOURCE,
    T_DUEL,
    TARGET_PLAYER,
    TREASURE,
    TREASURES,
    WHO,
    WHO_ASKS,
)
from .domain import area_has_room, reveal_hero
from .events import emit
from .heroes import active_class, exhaust_hero, slot_of, to_hero_deck, vacate
from .targets import ask_field, can_take, hand_fits, has_area_hero
from .tasks import fighting, next_seat, pop_task, push_task
from .zones import draw_extra, gain_mon, loot, refresh_pool, remove_petals


@compiled
def run_program(state, tables):
    """Carries the program on top on until it asks, starts another task, or ends."""
    top = state.task_count - 1
    task = state.tasks[top]
    while state.depth == 0 and state.task_count == top + 1 and state.over == 0:
        row = tables.code[task[STAGE]]
        op = row[0]
        if op == ops.END:
            pop_task(state)
        elif op >= ops.MAY:
            run_flow(state, tables, task, row)
        elif op in (ops.DISCARD_CARDS, ops.RETURN_CARDS) or ops.EXHAUST_FIELD <= op <= ops.TAKE:
            run_counted(state, tables, task, row)
        else:
            run_plain(state, tables, task, row)


@compiled
def amount(task, n):
    """A number of an instruction; −1 stands for the count register."""
    return task[COUNT] if n < 0 else n


# ---- instructions that are done at once, or ask one thing -----------------------------------------------------------
@compiled
def run_plain(state, tables, task, row):
    """Draws, resources, loot, petals, duels, heroes."""
    op, who, n = row[0], int(task[WHO]), int(amount(task, row[1]))
    if op in (ops.LOOT, ops.REFRESH):
        run_deck(state, tables, task, row)
        return
    task[STAGE] += 1
    if op == ops.DRAW:
        draw_extra(state, tables, who, n)
    elif op == ops.REMOVE_PETALS:
        remove_petals(state, tables, task[WHO_ASKS], n)
    elif op == ops.RESTORE_PETALS:
        state.petals = max(state.petals, min(tables.petals_start, state.petals + n))
    elif op == ops.DUEL:
        if state.active[who] >= 0 and not fighting(state):
            push_task(state, T_DUEL, who)
            state.tasks[state.task_count - 1, AIM] = n
        state.duel_winner = -1
    elif op <= ops.NEGATE_DUEL and op >= ops.BOOST_BY:
        run_duel_skill(state, task, op, n)
    elif op == ops.SEND or op == ops.GAIN_HERO:
        task[COUNT] = 0
        if tables.boss_rush != 0:  # R68: no hero area
            return
        if op == ops.SEND and counted(state, tables, who, ops.C_HEROES, 0) > 0:
            push(state, SEND_HERO, who)
        elif op == ops.GAIN_HERO and has_area_hero(state, tables):
            push(state, AREA_HERO, who)
    elif op == ops.LEAVE or op == ops.TIRE:
        run_own_hero(state, tables, task, op)
    elif op == ops.DISCOUNT:
        state.discount += n
    elif who == state.current:
        if op == ops.GAIN_MON:
            gain_mon(state, tables, who, n)
        elif op == ops.DEPLOY_MORE:
            state.deployments += n
        else:
            state.trade_points += n


@compiled
def run_duel_skill(state, task, op, n):
    """(duel) skills of the party that was boosted; an interrupt of a duel negates it for both."""
    party = task[PARTY]
    if op == ops.NEGATE_DUEL:
        if party < 0:
            party = state.attacker
        if party >= 0:
            state.forced[party] = NEGATED
    elif op == ops.WIN_DUEL:
        state.forced[party] = FORCED_WIN
    else:
        state.boost[party] += n


@compiled
def run_own_hero(state, tables, task, op):
    """The hero whose program it is goes away (in Boss Rush she is ravaged), or becomes exhausted."""
    c = task[SOURCE] - CHARACTER_SOURCE
    seat = int(state.place[c])
    if seat >= tables.num_seats:
        return
    if op == ops.TIRE:
        exhaust_hero(state, tables, c, EXHAUSTED, task[WHO_ASKS])
    elif tables.boss_rush != 0:
        exhaust_hero(state, tables, c, RAVAGED, task[WHO_ASKS])
    else:
        to_hero_deck(state, vacate(state, tables, seat, slot_of(state, seat, c)))


@compiled
def run_deck(state, tables, task, row):
    """LOOT and REFRESH: of a deck that is named, follows from the active hero, or is chosen."""
    which, who = row[1], int(task[WHO])
    if row[0] == ops.LOOT:
        cls = active_class(state, tables, who)
        if which == ops.LOOT_CHOSEN:
            if state.supply_size[TREASURES] + state.supply_size[TREASURES + NINJA] > 0:
                push(state, DECK, who)
                return
            deck = -1
        elif which >= ops.LOOT_OWN:
            deck = -1 if cls < 0 else TREASURES + (cls if which == ops.LOOT_OWN else 1 - cls)
        else:
            deck = TREASURES + which
        task[COUNT] = deck >= 0 and loot(state, tables, who, deck)
    elif which == ops.REFRESH_CHOSEN:
        push(state, DECK, who)
        return
    elif which == ops.REFRESH_HEROES:
        task[STAGE] += 1
        if tables.boss_rush == 0 and area_has_room(state, tables):  # R68
            emit(state, tables, E_REFRESH, task[WHO_ASKS], -1, 1)
            reveal_hero(state, tables)
        return
    else:
        refresh_pool(state, tables, which)
        emit(state, tables, E_REFRESH, task[WHO_ASKS], -1, 1)
    task[STAGE] += 1


# ---- instructions that are done n times, by choice ------------------------------------------------------------------
@compiled
def run_counted(state, tables, task, row):
    """Discards, returns, field targets, taking from the pools: asks for the next one, if there is any."""
    if task[LEFT] < 0:
        task[LEFT] = amount(task, row[1])
        task[COUNT] = 0
        task[AIM] = -1
    if task[LEFT] > 0:
        op, who = row[0], task[WHO]
        if op == ops.DISCARD_CARDS or op == ops.RETURN_CARDS:
            if hand_fits(state, tables, row, who) or (row[4] != 0 and state.hand_size[who] > 0):  # R58
                push(state, HAND_CARD, who)
                return
        elif op == ops.TAKE:
            if can_take(state, tables, row):
                push(state, POOL_CARD, who)
                return
        elif ask_field(state, tables, task, row):
            return
    task[LEFT] = -1
    task[STAGE] += 1


# ---- flow -----------------------------------------------------------------------------------------------------------
@compiled
def run_flow(state, tables, task, row):
    """Blocks, conditions, loops over seats."""
    op, pc, who = row[0], int(task[STAGE]), int(task[WHO])
    task[STAGE] = pc + 1
    if op == ops.MAY:
        task[STAGE] = pc
        push(state, MAY, who)
    elif op == ops.IF:
        if not holds(state, tables, task, row[1], row[2]):
            task[STAGE] = pc + 1 + row[3]
    elif op == ops.JUMP:
        task[STAGE] = pc + 1 + row[1]
    elif op == ops.CHOOSE:
        run_choose(state, tables, task, pc)
    elif op == ops.ICON:
        if not skill_counts(state, tables, task, row[1]):
            task[STAGE] = pc + 1 + row[2]
    elif op == ops.EACH:
        if row[1] == 0:
            task[WHO] = next_seat(tables, task[WHO_ASKS])
            if tables.num_seats == 1:
                task[WHO] = task[WHO_ASKS]
                task[STAGE] = pc + 1 + row[2]
    elif op == ops.END_EACH:
        task[WHO] = next_seat(tables, who)
        if task[WHO] != task[WHO_ASKS]:
            task[STAGE] = pc - row[1]
    elif op == ops.TARGET:
        run_target(state, tables, task, row, pc)
    elif op == ops.END_TARGET:
        task[WHO] = task[WHO_ASKS]
    elif op == ops.COUNT:
        task[COUNT] = counted(state, tables, who, row[1], task[COUNT])
    else:
        run_story(state, tables, task, op)


@compiled
def run_target(state, tables, task, row, pc):
    """The block is for one other player: the actor, or a chosen one."""
    if row[1] == 1:
        if task[WHO_ASKS] == task[ACTOR]:
            task[STAGE] = pc + 1 + row[2]
        else:
            task[WHO] = task[ACTOR]
    elif tables.num_seats == 1:
        task[STAGE] = pc + 1 + row[2]
    else:
        task[STAGE] = pc
        push(state, TARGET_PLAYER, task[WHO])


@compiled
def run_choose(state, tables, task, pc):
    """With one option left it is taken, with none nothing happens."""
    first, count, end = -1, 0, pc + 1
    for _ in range(tables.code[pc, 1]):
        if option_open(state, tables, task, end):
            count += 1
            if first < 0:
                first = end
        end += 1 + tables.code[end, 2]
    if count == 0:
        task[STAGE] = end
    elif count == 1:
        task[STAGE] = first + 1
    else:
        task[STAGE] = pc
        push(state, OPTION, task[WHO])


@compiled
def option_open(state, tables, task, at):
    """Whether the option at that row has no icon, or one that fits."""
    icon = tables.code[at, 1]
    return icon < 0 or icon == fighting_class(state, tables, task)


@compiled
def skill_counts(state, tables, task, icon):
    """Whether a skill of a card is carried out: its icon fits, and its fight, of a (duel) skill, is not decided yet."""
    party = task[PARTY]
    if party >= 0 and state.forced[party] != 0:
        return False
    return icon < 0 or icon == fighting_class(state, tables, task)


@compiled
def fighting_class(state, tables, task):
    """R20: in a (duel) skill the class of the boosted hero, else of the affected player's active hero; −1 for none."""
    party = task[PARTY]
    if party < 0:
        return active_class(state, tables, task[WHO])
    c = int(state.duelist[party])
    return tables.character_class[c] if c >= 0 else -1


@compiled
def holds(state, tables, task, condition, n):
    """The condition of an `if`."""
    who = int(task[WHO])
    if condition == ops.IF_DONE:
        return task[COUNT] >= n
    if condition == ops.IF_WON:
        return state.duel_winner == who
    if condition == ops.IF_CLASS:
        return active_class(state, tables, who) == n
    if condition == ops.IF_HAND_EMPTY:
        return state.hand_size[who] == 0
    if condition == ops.IF_HEROES:
        return counted(state, tables, who, ops.C_HEROES, 0) >= n
    if condition == ops.IF_PETALS:
        return state.petals <= n
    if condition == ops.IF_TREASURES:
        return counted(state, tables, who, ops.C_TREASURES, 0) >= n
    return int(state.deployed[0]) + int(state.deployed[1]) + int(state.deployed[2]) >= n


@compiled
def counted(state, tables, who, what, done):
    """What `count` sets the register to."""
    if what == ops.C_SAMURAI or what == ops.C_NINJA:
        return int(state.deployed[SAMURAI if what == ops.C_SAMURAI else NINJA])
    if what == ops.C_DONE:
        return done
    n = 0
    if what == ops.C_TREASURES:
        for k in range(tables.num_cards):
            if tables.card_kind[k] >= TREASURE:
                n += state.hand[who, k]
        return n
    for seat in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[seat, slot])
            if c >= 0:
                n += seat == who if what == ops.C_HEROES else seat != who and state.status[c] != READY
    return n


@compiled
def run_story(state, tables, task, op):
    """FLIP and BRING of a story card."""
    story = (task[SOURCE] - STORY_SOURCE) // 2
    if op == ops.FLIP:
        state.story_face[story] = 1 - state.story_face[story]
    if op == ops.FLIP or tables.boss_rush != 0:  # R68: no hero deck
        return
    for c in range(tables.num_characters):
        if state.place[c] == ASIDE and tables.character_expansion[c] == story + 1:
            to_hero_deck(state, c)


@compiled
def legal_option(state, tables, mask):
    """OPTION: the blocks that are open."""
    task = state.tasks[state.task_count - 1]
    at = task[STAGE] + 1
    for i in range(tables.code[task[STAGE], 1]):
        mask[act.OPTION_NAME + i] = option_open(state, tables, task, at)
        at += 1 + tables.code[at, 2]


@compiled
def play_option(state, tables, i):
    """The chosen block is carried out; its last instruction jumps behind the others."""
    task = state.tasks[state.task_count - 1]
    at = task[STAGE] + 1
    for _ in range(i):
        at += 1 + tables.code[at, 2]
    task[STAGE] = at + 1
