"""What the sides may expect of a game that is still running.

With an investigation, points are at stake that only the Final Battle settles: the Oni is defeated, or it escapes. So
both ends are weighed, each by the points that it would leave. Without one it is a race for the objective.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...core.batch import results
from ...core.kernel import compiled
from ...core.verbs import MAX_SEATS
from ..rules.battle import oni_figure
from ..rules.figures import printed
from ..rules.memoirs import points, withheld, worth
from ..rules.missions import open_mission
from ..state import (
    DEFEATED,
    ESCAPED,
    HAND,
    MISSION_MEMOIR,
    MISSIONS,
    NO_BATTLE,
    STAMINA,
    THE_HEROES,
    THE_ONI,
    UNMASKED,
    WOUNDS,
)

RESTING = 0.6  # a Wound that is not in the hand, of one that is
NEVER_SURE = 0.1  # what is added to the share of the objective that is still missing


class Hunt(NamedTuple):
    """What counts for the Oni with an investigation, by halves of log-odds that it escapes; `missions` and `scale` not.

    Attributes:
        start: to be there.
        lone: one Hero; by parts if there are several.
        wounds: all life of all Heroes lost.
        weakest: all life lost of the one Hero who has least.
        brink: a Hero who is eliminated at the end of the round; half of it for one who will be at the next Wound.
        corrupted: a Tile corrupted.
        round: a round completed.
        vigour: the Oni unhurt, in the Final Battle.
        opened: the way to escape open.
        missions: the share of the points of an open mission that its progress is worth.
        scale: the lead in points at the end that is worth tanh(1) of a return.
    """

    start: float
    lone: float
    wounds: float
    weakest: float
    brink: float
    corrupted: float
    round: float
    vigour: float
    opened: float
    missions: float
    scale: float


class Race(NamedTuple):
    """What counts for the Oni in a race for an objective, in halves of log-odds.

    Attributes:
        start: to be there.
        lone: one Hero; by parts if there are several.
        race: the logarithm of what the Heroes miss of the objective over what the Oni does.
        done: the Oni's share of the objective.
        wounds: all life of all Heroes lost.
        alarm: the alarm raised.
        acted: all Heroes have had their turn in this round.
    """

    start: float
    lone: float
    race: float
    done: float
    wounds: float
    alarm: float
    acted: float


# By `python -m shugyo.benchmarks.estimates okko --games 500 --seed 7 --fit`: of the scenarios with an investigation,
# 38,484 positions of 4,000 games before the Final Battle, 24,692 in it; 27,303 of 2,000 games of the others; rounded.
SEARCH = Hunt(0.59, -0.41, -1.1, 2.0, -0.45, 0.055, -0.145, 0.0, 0.0, 1.3, 5.3)
BATTLE = Hunt(0.25, -0.3, 0.33, 1.05, 0.24, 0.26, -0.42, 1.0, 1.7, 0.84, 2.0)
OBJECTIVE = Race(-0.2, 0.37, 1.3, 0.47, 1.0, -0.25, 0.27)


@compiled
def estimate(state, tables, values):
    """The return that each seat may expect; once the game is over the one it has.

    Args:
        state, tables: records.
        values: (S,) float32, overwritten for the seats in play: the Oni, then the Heroes.
    """
    if state.over != 0:
        results(state, tables, values, np.zeros(MAX_SEATS, np.float32))
    elif tables.investigation == 0:
        judge_race(state, tables, OBJECTIVE, values)
    elif state.battle == NO_BATTLE:
        judge_hunt(state, tables, SEARCH, values)
    else:
        judge_hunt(state, tables, BATTLE, values)


@compiled
def share(tables, oni, values):
    """The Oni's value, and of each Hero its opposite."""
    values[0] = oni
    for h in range(tables.num_heroes):
        values[1 + h] = -values[0]


# ---- with an investigation ------------------------------------------------------------------------------------------
@compiled
def judge_hunt(state, tables, weights, values):
    """`estimate` of a running game with an investigation by any `Hunt`."""
    chance = weights.start + weights.lone / tables.num_heroes + weights.round * state.turn
    wounds, weakest, brink = health(state, tables)
    chance += weights.wounds * wounds + weights.weakest * weakest + weights.brink * brink
    for tile in range(tables.num_tiles):
        chance += weights.corrupted * (state.corrupted[tile] != 0)
    if state.battle != NO_BATTLE:
        chance += weights.vigour * vigour(state, tables) + weights.opened * (state.escape_open != 0)
    lead = points(state, tables, THE_ONI) - points(state, tables, THE_HEROES)
    lead += weights.missions * missions_lead(state, tables)
    if state.battle == NO_BATTLE:
        lead -= worth(tables, UNMASKED)
    after_escape, after_defeat = lead, lead
    if not withheld(state, tables):
        after_escape += worth(tables, ESCAPED)
        after_defeat -= worth(tables, DEFEATED)
    escapes, scale = 0.5 * (1.0 + math.tanh(chance)), max(0.1, weights.scale)
    oni = escapes * math.tanh(after_escape / scale) + (1.0 - escapes) * math.tanh(after_defeat / scale)
    share(tables, oni, values)


@compiled
def health(state, tables):
    """The Heroes' life lost, 0 … 1: of all, of the weakest alive; and `brink` of `Hunt`."""
    total, weakest, brink = 0.0, 0.0, 0.0
    for h in range(tables.num_heroes):
        if state.alive[h] == 0:
            total += 1.0
            continue
        held, owned = 0, 0
        for wound in range(WOUNDS):
            if state.wound_owner[wound] == h:
                owned += 1
                held += state.wound_place[wound] == HAND
        hurt = state.damage[h] / max(1, printed(state, tables, h, STAMINA))
        lost = held + RESTING * (owned - held) + min(1.0, hurt)
        lost = min(1.0, lost / tables.wounds_to_eliminate)
        total += lost
        weakest = max(weakest, lost)
        missing = tables.wounds_to_eliminate - held - (hurt >= 1.0 and state.wounded[h] == 0)
        brink = max(brink, 1.0 if missing <= 0 else 0.5 if missing == 1 else 0.0)
    return total / tables.num_heroes, weakest, brink


@compiled
def vigour(state, tables):
    """The life that the Oni has left, 0 … 1; all of it as long as it has not come to the board."""
    oni = oni_figure(state, tables)
    if oni < 0:
        return 1.0
    return 1.0 - state.damage[oni] / max(1, printed(state, tables, oni, STAMINA))


@compiled
def missions_lead(state, tables):
    """Points of open missions, by progress: the Oni's less the Heroes'."""
    lead = 0.0
    for mission in range(MISSIONS):
        if open_mission(state, tables, mission):
            step = progress_share(state, tables, mission, THE_ONI) - progress_share(state, tables, mission, THE_HEROES)
            lead += step * worth(tables, MISSION_MEMOIR + mission)
    return lead


@compiled
def progress_share(state, tables, mission, side):
    """What a side has done of an Objective, 0 … 1."""
    needs = tables.mission_needs[mission, side]
    return min(1.0, state.progress[mission, side] / needs) if needs > 0 else 0.0


# ---- without --------------------------------------------------------------------------------------------------------
@compiled
def judge_race(state, tables, weights, values):
    """`estimate` of a running game without an investigation by any `Race`."""
    heroes, oni, acted = 0.0, 0.0, 0.0
    for mission in range(MISSIONS):
        if open_mission(state, tables, mission) and tables.mission_decides[mission] != 0:
            heroes = max(heroes, progress_share(state, tables, mission, THE_HEROES))
            oni = max(oni, progress_share(state, tables, mission, THE_ONI))
    for h in range(tables.num_heroes):
        acted += (state.acted[h] != 0) / tables.num_heroes
    wounds, _, _ = health(state, tables)
    lead = weights.start + weights.lone / tables.num_heroes + weights.done * oni + weights.wounds * wounds
    lead += weights.race * math.log((1.0 + NEVER_SURE - heroes) / (1.0 + NEVER_SURE - oni))
    lead += weights.alarm * (state.alarm != 0) + weights.acted * acted
    share(tables, math.tanh(lead), values)
