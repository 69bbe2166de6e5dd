"""The course of a round (O26, O40, O193; chapter 4 as far as it belongs to no one figure): T_ROUND, the lowest task.

stages.py lists the stages; COUNT is the mission of step 9 that is worked off, the other columns are those of
strategy.py, corruption.py, accuse.py and round_end.py, whose stages they serve.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    ACTIVATIONS,
    CARDS,
    COMPANION_FIGURE,
    COUNT,
    E_ROUND,
    EVENT_LAID,
    EVENTS,
    HERO_CARDS,
    HEROES,
    LEFT,
    MISSION_SOURCE,
    MISSIONS,
    NUM_STATS,
    OPEN_STEP,
    RIGHT,
    STAGE,
    T_HERO,
    T_ONI,
    THE_ONI,
    WOUNDS,
)
from .battle import end_battle
from .events import emit
from .missions import check_missions, open_mission
from .program import push_program
from .round_end import advance_round_end, heal_by_weakness
from .sources import refresh_sources
from .stages import APPEARING, CLOSING, CORRUPTING, HERO_TURN, LOOKING, MISSION_TILES, ONI_TURN, REVEALING
from .strategy import advance_strategy
from .tasks import push_task, top


@compiled
def advance_round(state, tables):
    """O26: strategy, activation, end of the round; one stage."""
    task = top(state)
    stage = int(task[STAGE])
    if stage < REVEALING:
        advance_strategy(state, tables)
    elif stage == REVEALING:
        task[STAGE] = HERO_TURN
        reveal(state, tables)
    elif stage == HERO_TURN:
        hero_turn(state, tables, task)
    elif stage == ONI_TURN:
        task[STAGE] = HERO_TURN
        push_task(state, T_ONI, -1)
    elif stage == MISSION_TILES:
        work_off_mission(state, tables, task)
    elif stage == LOOKING:
        task[STAGE] = CLOSING
        check_missions(state, tables, THE_ONI)
    elif stage == CLOSING:
        task[STAGE] = CORRUPTING
        close_round(state, tables)
    else:
        advance_round_end(state, tables)


# ---- the reveal -----------------------------------------------------------------------------------------------------
@compiled
def reveal(state, tables):
    """O39, O100, O101, A35, B10: all laid cards are turned up and work from now on."""
    state.phase = ACTIVATIONS
    for card in range(CARDS):
        hero = card // HERO_CARDS
        if state.card_place[card] == RIGHT:
            add_technique(state.mods[hero], tables.card_stat[card])
        elif state.card_place[card] == LEFT and tables.card_weakness[card] != 0 and tables.weakness_at_end == 0:
            heal_by_weakness(state, tables, hero)
    for wound in range(WOUNDS):
        if state.wound_place[wound] == RIGHT:
            add_technique(state.mods[state.wound_owner[wound]], tables.wound_stat[wound])
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_LAID:
            add_technique(state.kind_mods[state.event_kind[event]], tables.event_stat[event])
    refresh_sources(state, tables)
    emit(state, tables, E_ROUND, -1, -1)


@compiled
def add_technique(mods, technique):
    """O99 to O101, O130, O131, A23: a technique changes stats till the round is closed; several add up (A13).

    Args:
        mods: (NUM_STATS,) what has changed so far.
        technique: (NUM_STATS,) what the card says; a penalty to MIGHT stands in MIGHT_DOWN.
    """
    for which in range(NUM_STATS):
        mods[which] += technique[which]


# ---- the activations ------------------------------------------------------------------------------------------------
@compiled
def hero_turn(state, tables, task):
    """O40, B20: the next Initiative card; its Hero is activated, then the Oni.

    A Hero eliminated before is passed over, and the Oni's turn with it; one eliminated in the own turn has had it.
    """
    if state.position >= HEROES or state.order[state.position] < 0:
        task[STAGE] = APPEARING  # O193
        return
    hero = int(state.order[state.position])
    state.position += 1
    if state.alive[hero] != 0:
        task[STAGE] = ONI_TURN
        push_task(state, T_HERO, hero)


# ---- step 9, and the end --------------------------------------------------------------------------------------------
@compiled
def work_off_mission(state, tables, task):
    """O211, B89: the programs that missions have for the end of a round, in the order of the scenario."""
    mission = int(task[COUNT])
    if mission >= MISSIONS:
        task[COUNT] = 0
        task[STAGE] = LOOKING
        return
    task[COUNT] += 1
    if open_mission(state, tables, mission) and tables.mission_program[mission] >= 0:
        push_program(state, int(tables.mission_program[mission]), MISSION_SOURCE + mission, -1, -1)


@compiled
def close_round(state, tables):
    """O212, B63, A10, B92: what was to last for the round is over, and so is the game after the last one."""
    for h in range(HEROES):
        kami = int(state.companion[h])
        if kami >= 0 and tables.companion_kami[kami] != 0 and state.acted[COMPANION_FIGURE + h] == 0:
            state.face_down[h] = 1
    state.turn += 1
    if state.turn >= tables.max_turns:
        state.truncated = 1
        end_battle(state, tables, True)
        return
    state.phase = OPEN_STEP
    state.mods[:, :] = 0
    state.kind_mods[:, :] = 0
    state.active_mods[:] = 0
    state.activated[:] = 0
    state.active_kind = -1
    state.event_played = 0
    state.actions_left[:] = 0
    state.acted[:] = 0
    state.used[:] = 0
    state.fired[:] = 0
    state.discarded_item[:] = 0
    state.wounded[:] = 0
    state.turned_up[:] = -1
    state.order[:] = -1
    state.position = 0
    refresh_sources(state, tables)
