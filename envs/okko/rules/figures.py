"""Figures: who plays them, what they are, what is printed on their cards (O119, O232; chapter 25)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..ops import ANY_FOE, FOE_CREATURE, FOE_DEMON, FOE_HERO, FOE_LIEUTENANT, FOE_THRALL
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    COMPANION_FIGURE,
    COMPANION_TYPE,
    CREATURE,
    DEMON,
    FIGURES,
    HERO_TYPE,
    HEROES,
    LIEUTENANT,
    ONI_SEAT,
    THE_HEROES,
    THE_ONI,
    THRALL,
)


@compiled
def is_agent(figure):
    """O231: whether it is a Mortal Thrall, a Supernatural Creature or the Oni itself."""
    return figure >= AGENT_FIGURE


@compiled
def side_of(figure):
    """O231: Heroes, Followers and Kami are one side, all agents the other."""
    return THE_ONI if figure >= AGENT_FIGURE else THE_HEROES


@compiled
def seat_of(figure):
    """O2: the seat that decides for the figure; a companion is its Hero's."""
    if figure >= AGENT_FIGURE:
        return ONI_SEAT
    return 1 + figure % HEROES


@compiled
def team_seat(state):
    """O2: who decides for the team: the seat of the living Hero of the lowest number; 1 if none lives."""
    for hero in range(HEROES):
        if state.alive[hero] != 0:
            return 1 + hero
    return 1


@compiled
def first_opponent(side):
    """The lowest number that an opponent of that side can have."""
    return AGENT_FIGURE if side == THE_HEROES else 0


@compiled
def after_opponents(side):
    """One more than the highest number that an opponent of that side can have."""
    return FIGURES if side == THE_HEROES else AGENT_FIGURE


@compiled
def on_board(state, figure):
    """Whether it stands on a Space."""
    return figure >= 0 and state.at[figure] >= 0


@compiled
def clear_figure(state, figure):
    """A21, B69: nothing is left on a figure that leaves the board, or that somebody else comes as."""
    state.damage[figure] = 0
    state.condition[figure, :] = 0
    state.lost[figure] = 0
    state.mods[figure, :] = 0
    state.actions_left[figure] = 0
    state.acted[figure] = 0


@compiled
def kind_of(tables, figure):
    """The Character card of an agent (O7), −1 of all others."""
    return int(tables.figure_kind[figure]) if figure >= AGENT_FIGURE else -1


@compiled
def type_of(tables, figure):
    """O120: HERO_TYPE, COMPANION_TYPE, THRALL or CREATURE; the Oni is a creature (B83)."""
    if figure < COMPANION_FIGURE:
        return HERO_TYPE
    if figure < AGENT_FIGURE:
        return COMPANION_TYPE
    return int(tables.kind_type[tables.figure_kind[figure]])


@compiled
def printed(state, tables, figure, which):
    """O112, O119, O232: the value on the figure's card; STAMINA too. A Hero's ACTIONS are ``rules.hero_actions`` (O41).

    A companion's card is the one in its Hero's Follower slot; without one all is 0.
    """
    if figure < COMPANION_FIGURE:
        return int(tables.hero_actions) if which == ACTIONS else int(tables.hero_stat[figure, which])
    if figure < AGENT_FIGURE:
        card = int(state.companion[figure - COMPANION_FIGURE])
        return int(tables.companion_stat[card, which]) if card >= 0 else 0
    return int(tables.kind_stat[tables.figure_kind[figure], which])


@compiled
def matches_foe(state, tables, foe_code, figure):
    """Whether a figure is what ``foe`` of a modifier, trigger or target asks for (EFFECTS.md); −1 is nobody."""
    if foe_code == ANY_FOE:
        return True
    if figure < 0:
        return False
    if foe_code == FOE_HERO:
        return figure < HEROES
    if figure < AGENT_FIGURE:
        return False
    kind = tables.figure_kind[figure]
    if foe_code == FOE_THRALL:
        return tables.kind_type[kind] == THRALL
    if foe_code == FOE_CREATURE:
        return tables.kind_type[kind] == CREATURE
    if foe_code == FOE_LIEUTENANT:
        return tables.kind_rank[kind] == LIEUTENANT
    return foe_code == FOE_DEMON and tables.kind_rank[kind] == DEMON
