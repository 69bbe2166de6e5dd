"""An activation of the Oni: which card, which figure, what it does, where it goes, whom it attacks."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..rules.memoirs import higher, points, worth
from ..rules.oni import figure_may_act
from ..rules.spaces import adjacent
from ..rules.tasks import top
from ..rules.usable import talent_source, usable_talent
from ..state import (
    AGENT_FIGURE,
    ESCAPED,
    FIGURE,
    FIGURES,
    OTHER,
    SOURCE,
    TALENTS,
    THE_HEROES,
    THE_ONI,
)
from . import oni_style as style
from .oni_events import best_effect, card_price, effect_worth, program_worth
from .oni_fight import attack_worth, best_from, kind_attacks, kind_worth, plan_worth
from .oni_ground import best_move, danger, need_distance, stand_worth
from .oni_worth import life_worth

WON = 1000.0


# ---- ONI_CARD, ONI_FIGURE -------------------------------------------------------------------------------------------
@compiled
def card_worth(state, tables, kind):
    """ONI_CARD: what its figures can do to opponents, and which of them should get out of danger."""
    value = kind_worth(state, tables, kind)
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if not figure_may_act(state, tables, figure):
            continue
        value += 0.05
        life = life_worth(state, tables, figure)
        if life >= style.FEARFUL:
            value += 0.3 * life * danger(state, tables, figure, int(state.at[figure]))
    return value


@compiled
def figure_worth(state, tables, action):
    """ONI_FIGURE: an Event first if it helps, then all figures, those who can do most before the others."""
    if action == act.PASS:
        return 0.0
    if action == act.PLAY_EVENT:
        value = best_effect(state, tables, int(top(state)[OTHER]))
        return 50.0 + value if value > 0.0 else -1.0
    figure = action - act.FIGURE_NAME
    return 0.5 + plan_worth(state, tables, figure, 2)


# ---- ONI_ACTION -----------------------------------------------------------------------------------------------------
@compiled
def action_worth(state, tables, action):
    """ONI_ACTION: attack with all Actions that are left, or go where the rest does more."""
    if action == act.PASS or action == act.PLAY_EVENT:
        return 0.0 if action == act.PASS else -1.0
    figure = int(top(state)[FIGURE])
    here, left = int(state.at[figure]), int(state.actions_left[figure])
    if action == act.ESCAPE:
        return escape_worth(state, tables)
    if action == act.MOVE:
        return best_move(state, tables, figure, left - 1) - stand_worth(state, tables, figure, here, 0) - 0.02
    if action == act.USE_TALENT:
        return talents_worth(state, tables, figure)
    kind = ops.MELEE if action == act.MELEE else ops.RANGED
    best = best_from(state, tables, figure, here, kind)
    return best * left + 0.01 if best > 0.0 else -0.1


@compiled
def escape_worth(state, tables):
    """ESCAPE: if the Memoirs are won by it; else the Oni fights on."""
    oni = points(state, tables, THE_ONI)
    if state.memoir[ESCAPED] == 0:
        oni += worth(tables, ESCAPED)
    winner = higher(tables, points(state, tables, THE_HEROES), oni, True)
    return WON if winner == 1 + THE_ONI else -1.0


@compiled
def talents_worth(state, tables, figure):
    """USE_TALENT: the best talent that can be used."""
    best = -1.0
    for i in range(TALENTS):
        if usable_talent(state, tables, figure, i):
            best = max(best, talent_worth(state, tables, figure, i))
    return best


@compiled
def talent_worth(state, tables, figure, i):
    """TALENT: by its program."""
    source = talent_source(tables, figure, i)
    return program_worth(state, tables, int(tables.source_action[source]), -1, 1)


# ---- MOVE_SPACE, ATTACK_TARGET --------------------------------------------------------------------------------------
@compiled
def move_worth(state, tables, space):
    """MOVE_SPACE: of an agent where it stands best; of a Hero or companion where it harms them most."""
    figure = int(top(state)[FIGURE])
    if figure < AGENT_FIGURE:
        return banish_worth(state, tables, space)
    return stand_worth(state, tables, figure, space, max(0, int(state.actions_left[figure])))


@compiled
def banish_worth(state, tables, space):
    """Where an opponent is best moved to: beside agents, and away from what the Heroes need."""
    value = 0.15 * need_distance(state, tables, int(tables.space_area[space]))
    for other in range(AGENT_FIGURE, FIGURES):
        if state.at[other] >= 0 and adjacent(state, tables, int(state.at[other]), space):
            value += 0.3
    return value


@compiled
def target_worth(state, tables, target):
    """ATTACK_TARGET: by the chance and what a hit brings."""
    task = top(state)
    attacker, kind = int(task[FIGURE]), int(task[SOURCE])
    if kind == ops.ANY_KIND:
        beside = adjacent(state, tables, int(state.at[attacker]), int(state.at[target]))
        kind = ops.MELEE if beside else ops.RANGED
    return attack_worth(state, tables, attacker, target, kind)


# ---- EVENT ----------------------------------------------------------------------------------------------------------
@compiled
def event_worth(state, tables, action):
    """EVENT: what it brings now, less the card."""
    if action == act.PASS:
        return 0.0
    kind = int(top(state)[OTHER])
    attacks = kind_attacks(state, tables, kind) if kind >= 0 else 0
    return effect_worth(state, tables, action - act.EVENT_NAME, attacks) - card_price(state)
