"""Attribute Tests (chapter 8; 28.7), and what passing one does at a Clue token, a Chest or a Test of a Tile.

T_TEST is one Test of the Hero FIGURE:

========== ===========================================================================================================
STAGE      `DECLARED`, `ROLLING`, `ENDING`
OTHER      the Space of the token or of the Test; −1 for a program's Test, whose task lies below and gets COUNT
COUNT      1 if it was passed
SOURCE     Test dice rolled; −1 if none was: before the roll, and where the Test could not be failed
A          the Attribute
B          the Difficulty
C          1 if it is Direct
D          bits of what is going on: ``1 << ops.TESTING``, and for an Investigation Test ``1 << ops.INVESTIGATING``
E          total of the dice, −1 before the roll
LEFT_TO_DO 1 if a Chest was opened
========== ===========================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..state import (
    CHEST,
    COUNT,
    COURTIER_TOKEN,
    E_FAIL,
    E_OPEN,
    E_PASS,
    E_TEST,
    FIGURE,
    GUILE,
    LEFT_TO_DO,
    MISSION_SOURCE,
    OTHER,
    SOURCE,
    SPEED,
    STAGE,
    T_TEST,
    TEST_TOKEN,
    THE_HEROES,
    A,
    B,
    C,
    D,
    E,
)
from .clues import begin_clues
from .dice import roll
from .events import emit
from .items import draw_items
from .program import push_program
from .stats import test_value
from .tasks import pop_task, push_task, top

DECLARED, ROLLING, ENDING = range(3)


# ---- beginning ------------------------------------------------------------------------------------------------------
@compiled
def begin_test(state, tables, hero, space, stat, difficulty, direct, when):
    """The Hero makes a Test (O81); see the table above for what the arguments are."""
    push_task(state, T_TEST, hero)
    task = top(state)
    task[OTHER] = space
    task[A] = stat
    task[B] = difficulty
    task[C] = direct
    task[D] = when


@compiled
def begin_token_test(state, tables, hero, space):
    """The Test of the Clue token or Chest on that Space: O166, O168 a Direct GUILE Test, O213 one of SPEED."""
    token = int(state.token_on[space])
    row = int(state.token_face[token])
    when = 1 << ops.TESTING
    if tables.token_kind[token] == CHEST:
        begin_test(state, tables, hero, space, SPEED, tables.faces[row, 0], 0, when)
    else:
        when |= 1 << ops.INVESTIGATING
        side = 2 if state.token_flipped[token] != 0 else 0
        begin_test(state, tables, hero, space, GUILE, tables.faces[row, side], 1, when)


@compiled
def begin_tile_test(state, tables, hero, space):
    """The Test of an Interaction Space or Test token (O83, O221)."""
    stat, difficulty = tables.test_stat[space], tables.test_difficulty[space]
    begin_test(state, tables, hero, space, stat, difficulty, tables.test_direct[space], 1 << ops.TESTING)


# ---- going on -------------------------------------------------------------------------------------------------------
@compiled
def advance_test(state, tables):
    """Declaration and its answers, the roll, what comes of it, and the answers to that."""
    task = top(state)
    hero, stage = int(task[FIGURE]), int(task[STAGE])
    if state.alive[hero] == 0:
        tell_program(state)
        pop_task(state)
    elif stage == DECLARED:
        task[STAGE] = ROLLING
        emit(state, tables, E_TEST, hero, -1)
    elif stage == ROLLING:
        task[STAGE] = ENDING
        roll_test(state, tables, task)
        space = int(task[OTHER])
        if space >= 0:
            if task[COUNT] != 0:
                succeed(state, tables, task)
            elif task[C] == 0 and state.penalties[space] < 99:  # O86, O88
                state.penalties[space] += 1
    else:
        end_test(state, tables)


@compiled
def num_test_dice(state, space, difficulty, direct):
    """O84, O88, A34: as many dice as the Difficulty, one less for each Penalty token unless the Test is Direct."""
    if space < 0 or direct != 0:
        return max(0, difficulty)
    return max(0, difficulty - int(state.penalties[space]))


@compiled
def highest_face(tables):
    """The most that one Test die can show."""
    most = 0
    for face in range(6):
        most = max(most, int(tables.die_hits[ops.TEST_DIE, face]))
    return most


@compiled
def roll_test(state, tables, task):
    """O84, O85, B44: the dice against the Attribute; no roll if they cannot show too much."""
    dice = num_test_dice(state, int(task[OTHER]), int(task[B]), int(task[C]))
    value = test_value(state, tables, int(task[FIGURE]), int(task[A]), int(task[D]))
    if dice * highest_face(tables) <= value:
        task[COUNT] = 1
        return
    total = 0
    for _ in range(dice):
        total += tables.die_hits[ops.TEST_DIE, roll(state, tables, THE_HEROES, ops.TEST_DIE)]
    task[SOURCE] = dice
    task[E] = total
    task[COUNT] = 1 if total <= value else 0


@compiled
def tell_program(state):
    """A program's Test: the register of the program below says whether it was passed."""
    task = top(state)
    if task[OTHER] < 0 and state.task_count > 1:
        state.tasks[state.task_count - 2, COUNT] = task[COUNT]


@compiled
def end_test(state, tables):
    """The Test is over; programs that answer it follow."""
    task = top(state)
    hero, passed, opened = int(task[FIGURE]), task[COUNT] != 0, task[LEFT_TO_DO] == 1
    tell_program(state)
    pop_task(state)
    if opened:
        emit(state, tables, E_OPEN, hero, -1)
    if passed:
        emit(state, tables, E_PASS, hero, -1)
    else:
        emit(state, tables, E_FAIL, hero, -1)


# ---- what a success does --------------------------------------------------------------------------------------------
@compiled
def succeed(state, tables, task):
    """A Test at a Space was passed: its Penalty tokens go (B43), and the token or the Test does what it says."""
    hero, space = int(task[FIGURE]), int(task[OTHER])
    state.penalties[space] = 0
    token = int(state.token_on[space])
    if token < 0 or tables.token_kind[token] == TEST_TOKEN:
        state.passed[space] = 1
        if tables.test_program[space] >= 0:
            mission = int(tables.test_mission[space])
            source = MISSION_SOURCE + mission if mission >= 0 else -1
            push_program(state, tables.test_program[space], source, hero, -1)
        return
    row = int(state.token_face[token])
    if tables.token_kind[token] == CHEST:  # O214, O215
        task[LEFT_TO_DO] = 1
        remove_token(state, token)
        draw_items(state, tables, hero, tables.faces[row, 1], tables.faces[row, 2])
    else:
        investigated(state, tables, hero, token, row)


@compiled
def investigated(state, tables, hero, token, row):
    """O167: Clue cards. O168: Evidence and Parchment are turned over, then removed; O169: a Courtier is turned over."""
    second = state.token_flipped[token] != 0
    if second and tables.token_kind[token] != COURTIER_TOKEN:
        remove_token(state, token)
    state.token_flipped[token] = 1
    begin_clues(state, tables, hero, tables.faces[row, 3] if second else tables.faces[row, 1])


@compiled
def remove_token(state, token):
    """A token leaves the board."""
    space = int(state.token_at[token])
    if space >= 0:
        state.token_on[space] = -1
    state.token_at[token] = -1
