"""What programs and the rest of the game ask a Hero: yes or no, options, figures, Spaces, cards."""

from __future__ import annotations

from ...core.kernel import compiled
from ..rules.tasks import top
from ..state import (
    ACTIONS,
    COMPANION_SOURCE,
    DEFENSE,
    FIGURE,
    HEROES,
    LEFT_TO_DO,
    MIGHT,
    OTHER,
    SPEED,
    STAGE,
    STAMINA,
)
from . import heroes_style as style
from .heroes_items import tastes
from .heroes_programs import block_worth, program_worth, source_worth


@compiled
def may_worth(state, tables):
    """MAY: what a yes is worth; a no is 0."""
    task = top(state)
    at = int(task[STAGE])
    stop = at + 1 + int(tables.code[at, 1])
    return 0.01 + program_worth(state, tables, at + 1, stop, int(task[FIGURE]), int(task[OTHER]))


@compiled
def option_worth(state, tables, option):
    """OPTION: the block that is chosen."""
    task = top(state)
    at = int(task[STAGE]) + 1
    for _ in range(option):
        at += 1 + int(tables.code[at, 1])
    stop = at + 1 + int(tables.code[at, 1])
    return program_worth(state, tables, at + 1, stop, int(task[FIGURE]), int(task[OTHER]))


@compiled
def target_figure_worth(state, tables, figure):
    """TARGET_FIGURE: the block on that figure."""
    task = top(state)
    at = int(task[STAGE])
    stop = at + 1 + int(tables.code[at, 5])
    return block_worth(state, tables, at + 1, stop, int(task[FIGURE]), int(task[OTHER]), figure)


@compiled
def near_heroes(state, tables, space):
    """How near a Space is to the Heroes: less Areas are more, at most 0."""
    least = 20
    for hero in range(HEROES):
        if state.alive[hero] != 0 and state.at[hero] >= 0:
            far = int(tables.area_distance[tables.space_area[state.at[hero]], tables.space_area[space]])
            least = min(least, far if far >= 0 else 20)
    return -1.0 * least


@compiled
def token_space_worth(state, tables, space):
    """TARGET_TOKEN, and where a token goes: the token farthest away is brought near."""
    near = near_heroes(state, tables, space)
    return near if top(state)[LEFT_TO_DO] >= 0 else 0.0 - near


@compiled
def companion_worth(state, tables, hero, companion):
    """FOLLOWER_CARD, and which Kami: values and talent."""
    stats = tables.companion_stat[companion]
    value = 0.15 * stats[MIGHT] * stats[ACTIONS] + 0.1 * stats[DEFENSE] + 0.05 * stats[SPEED] + 0.1 * stats[STAMINA]
    return value + source_worth(state, tables, COMPANION_SOURCE + companion, hero, tastes(state, tables))


@compiled
def call_worth(state, tables, hero, clue):
    """COURTIER_CALL: the card's effect, against keeping it."""
    return program_worth(state, tables, int(tables.clue_program[clue]), 1 << 15, hero, -1) - style.CALL


@compiled
def foe_space_worth(state, tables, space):
    """Where an agent is moved or placed by a Hero: away."""
    return 0.0 - near_heroes(state, tables, space)
