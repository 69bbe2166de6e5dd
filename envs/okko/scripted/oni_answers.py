"""What programs and Attacks ask of the Oni: figures, Spaces, tokens, cards, yes or no."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..rules.spaces import adjacent
from ..rules.tasks import top
from ..state import (
    AGENT_FIGURE,
    FIGURE,
    FIGURES,
    KIND,
    LEFT_TO_DO,
    OTHER,
    STAGE,
    T_SUMMON,
    A,
)
from .oni_events import block_worth, keep_worth, program_worth
from .oni_fight import attack_worth
from .oni_ground import FAR, hero_distance, need_distance, stand_worth, token_need
from .oni_track import tile_worth
from .oni_turn import banish_worth


@compiled
def target_figure_worth(state, tables, action):
    """TARGET_FIGURE: by what the block does to it."""
    if action == act.PASS:
        return 0.0
    at = int(top(state)[STAGE])
    return block_worth(state, tables, at + 1, at + 1 + int(tables.code[at, 5]), action - act.FIGURE_NAME)


@compiled
def may_worth(state, tables, action):
    """MAY: yes if the block is worth anything."""
    if action == act.PASS:
        return 0.0
    task = top(state)
    at = int(task[STAGE])
    value = program_worth(state, tables, at + 1, at + 1 + int(tables.code[at, 1]), 1)
    if task[FIGURE] >= 0:
        value += block_worth(state, tables, at + 1, at + 1 + int(tables.code[at, 1]), int(task[FIGURE]))
    return value + 0.05


@compiled
def option_worth(state, tables, n):
    """OPTION: by its block."""
    at = int(top(state)[STAGE]) + 1
    for _ in range(n):
        at += 1 + int(tables.code[at, 1])
    return program_worth(state, tables, at + 1, at + 1 + int(tables.code[at, 1]), 1)


@compiled
def target_space_worth(state, tables, action):
    """TARGET_SPACE: tokens and the Oni itself far from Heroes, agents where they stand best."""
    if action == act.PASS:
        return 0.0
    task, space = top(state), action - act.SPACE_NAME
    area = int(tables.space_area[space])
    if task[KIND] == T_SUMMON:
        return 1.0 * min(FAR, hero_distance(state, tables, area))
    row = tables.code[task[STAGE]]
    if row[0] == ops.MOVE_TOKEN:
        return token_space_worth(state, tables, int(task[LEFT_TO_DO]), space)
    if row[0] == ops.CORRUPT:
        return 0.0
    which = row[2] if row[0] == ops.PLACE_FIGURE else row[1]
    figure = int(task[FIGURE]) if which == ops.SELF else int(task[OTHER]) if which == ops.OTHER else int(task[A])
    if figure >= AGENT_FIGURE:
        return 10.0 + stand_worth(state, tables, figure, space, max(0, int(state.actions_left[figure])))
    return banish_worth(state, tables, space)


@compiled
def is_own(state, tables, token):
    """Whether it is the token of the Courtier that the Oni pretends to be, where it will appear (O183)."""
    return token >= 0 and state.identity >= 0 and tables.clue_token[state.identity] == token


@compiled
def token_space_worth(state, tables, token, space):
    """A token goes far from the Heroes, among agents."""
    value = 1.0 * hero_distance(state, tables, int(tables.space_area[space]))
    for other in range(AGENT_FIGURE, FIGURES):
        if state.at[other] >= 0 and adjacent(state, tables, int(state.at[other]), space):
            value += 0.2
    return value


@compiled
def token_worth_at(state, tables, space):
    """TARGET_TOKEN: what the Heroes want most and are nearest to; the own one above all."""
    token = int(state.token_on[space])
    near = 2.0 - 0.3 * min(6, hero_distance(state, tables, int(tables.space_area[space])))
    return (token_need(state, tables, token) + 1.5 * is_own(state, tables, token)) * near


@compiled
def target_tile_worth(state, tables, tile):
    """TARGET_TILE: the token that does least, then the Tile where it does most."""
    value = tile_worth(state, tables, tile)
    return -value if top(state)[LEFT_TO_DO] < 0 else value


@compiled
def discard_worth(state, tables, event):
    """SUMMON_COST, TARGET_CARD: the card that is worth least."""
    return -keep_worth(state, tables, event)


@compiled
def push_worth(state, tables, action):
    """PUSH_SPACE: away from what the Heroes need, if no agent loses an Attack by it."""
    if action == act.PASS:
        return 0.0
    target = int(top(state)[OTHER])
    return push_gain(state, tables, target, action - act.SPACE_NAME)


@compiled
def push_gain(state, tables, target, space):
    """Of a push: agents beside the target after it less those before; Areas from what the Heroes need."""
    here, value = int(state.at[target]), -0.05
    for other in range(AGENT_FIGURE, FIGURES):
        at = int(state.at[other])
        if at >= 0:
            value += 0.3 * adjacent(state, tables, at, space) - 0.3 * adjacent(state, tables, at, here)
    before = need_distance(state, tables, int(tables.space_area[here]))
    return value + 0.3 * (need_distance(state, tables, int(tables.space_area[space])) - before)


@compiled
def surround_worth(state, tables, figure):
    """SURROUND_FIGURE, SURROUND_ATTACK: who attacks best."""
    return attack_worth(state, tables, figure, int(top(state)[FIGURE]), ops.MELEE)
