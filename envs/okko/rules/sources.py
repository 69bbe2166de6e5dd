"""Sources: which of them work at the moment, and who bears them (EFFECTS.md, *When a source works*).

`refresh_sources` is called by whoever changes what it depends on: cards laid or revealed, items moved or turned up,
talents lost, figures that come or go, positions of the trees, battle, missions and goals. The trees of NODE_SOURCE are
0 for Mortal Thralls and 1 for Supernatural Creatures.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    ACTIVATIONS,
    AGENT_FIGURE,
    CARD_SOURCE,
    CARDS,
    CLOTHING,
    CLUE_SOURCE,
    CLUES,
    COMPANION_FIGURE,
    COMPANION_SOURCE,
    COMPANIONS,
    END_PHASE,
    FIGURES,
    GOAL_SOURCE,
    GOALS,
    HERO_CARDS,
    HERO_SOURCE,
    HEROES,
    ITEM_SOURCE,
    ITEMS,
    KIND_SOURCE,
    KINDS,
    LEFT,
    MISSION_SOURCE,
    MISSIONS,
    NO_BATTLE,
    NODE_SOURCE,
    NODES,
    ONI_CLUE,
    RIGHT,
    SUPPLIES,
    TALENTS,
    THRALL,
    TREES,
    WOUND_SOURCE,
    WOUNDS,
)


# ---- which of them work ---------------------------------------------------------------------------------------------
@compiled
def refresh_sources(state, tables):
    """Sets ``state.live`` of all sources."""
    for hero in range(HEROES):
        for i in range(TALENTS):
            here = state.at[hero] >= 0 and (state.lost[hero] >> i) & 1 == 0
            state.live[HERO_SOURCE + hero * TALENTS + i] = here  # O109, O205
    for item in range(ITEMS):
        state.live[ITEM_SOURCE + item] = item_works(state, tables, item)
    refresh_cards(state, tables)
    refresh_agents(state, tables)
    refresh_content(state, tables)


@compiled
def item_works(state, tables, item):
    """O34, O92, O93, B47, B52: in the Clothing slot; in Supplies if it works there; in a Hand slot if turned up."""
    hero = int(state.item_owner[item])
    if hero < 0 or state.alive[hero] == 0 or (tables.item_classes[item] >> tables.hero_class[hero]) & 1 == 0:
        return False
    slot = state.item_slot[item]
    if slot == CLOTHING:
        return True
    if slot == SUPPLIES:
        return tables.item_kind[item] == SUPPLIES
    return state.turned_up[hero] == item


@compiled
def refresh_cards(state, tables):
    """O31, O39, O102, O212: talents laid left and Wounds, from their reveal till the end of the round.

    In the end phase what has worked goes on, though the cards are discarded in it.
    """
    for card in range(CARDS):
        live = state.card_place[card] == LEFT and state.phase == ACTIVATIONS
        if state.phase == END_PHASE:
            live = state.live[CARD_SOURCE + card] != 0
        state.live[CARD_SOURCE + card] = live and state.alive[card // HERO_CARDS] != 0
    for wound in range(WOUNDS):
        owner = int(state.wound_owner[wound])
        live = state.wound_place[wound] == RIGHT and state.phase == ACTIVATIONS
        if state.phase == END_PHASE:
            live = state.live[WOUND_SOURCE + wound] != 0
        state.live[WOUND_SOURCE + wound] = live and owner >= 0 and state.alive[owner] != 0


@compiled
def refresh_agents(state, tables):
    """O109, O122: natural talents of kinds with a figure on the board; companions on the board; positions (O148)."""
    for companion in range(COMPANIONS):
        state.live[COMPANION_SOURCE + companion] = 0
    for hero in range(HEROES):
        if state.companion[hero] >= 0 and state.at[COMPANION_FIGURE + hero] >= 0:
            state.live[COMPANION_SOURCE + int(state.companion[hero])] = 1
    for kind in range(KINDS):
        kept = talents_kept(state, tables, kind)
        for i in range(TALENTS):
            state.live[KIND_SOURCE + kind * TALENTS + i] = (kept >> i) & 1
    for tree in range(TREES):
        for node in range(NODES):
            state.live[NODE_SOURCE + tree * NODES + node] = state.node[tree, node] != 0


@compiled
def talents_kept(state, tables, kind):
    """O205: bits of the natural talents that some figure of the kind on the board has not lost."""
    kept, first = 0, int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if state.at[figure] >= 0:
            kept |= ~int(state.lost[figure])
    return kept


@compiled
def refresh_content(state, tables):
    """O187: the penalty of a nature found out; B89: missions not completed; B93: Personal Missions not fulfilled."""
    battle = state.battle != NO_BATTLE and state.nature_known != 0
    for clue in range(CLUES):
        state.live[CLUE_SOURCE + clue] = battle and clue == state.nature and tables.clue_kind[clue] == ONI_CLUE
    for mission in range(MISSIONS):
        state.live[MISSION_SOURCE + mission] = tables.mission_exists[mission] != 0 and state.completed[mission] == 0
    for hero in range(HEROES):
        for goal in range(GOALS):
            mine = state.alive[hero] != 0 and state.goal[hero] == goal and state.goal_done[hero] == 0
            state.live[GOAL_SOURCE + hero * GOALS + goal] = mine


# ---- who bears them -------------------------------------------------------------------------------------------------
@compiled
def has_many(source):
    """Whether a source is borne by all figures of a kind or type, not by one figure."""
    return KIND_SOURCE <= source < CLUE_SOURCE


@compiled
def first_of_many(tables, source):
    """The lowest number of a figure that can bear a source of many: of a kind's talent the first of the kind."""
    return int(tables.kind_first[(source - KIND_SOURCE) // TALENTS]) if source < NODE_SOURCE else AGENT_FIGURE


@compiled
def after_many(tables, source):
    """One more than the highest number of a figure that can bear a source of many."""
    if source >= NODE_SOURCE:
        return FIGURES
    return first_of_many(tables, source) + int(tables.kind_count[(source - KIND_SOURCE) // TALENTS])


@compiled
def bearer_of(state, tables, source):
    """EFFECTS.md: the figure that bears a source; −1 nobody, or many (talents of kinds, positions of the trees)."""
    if source < CARD_SOURCE:
        return source // TALENTS
    if source < ITEM_SOURCE:
        return (source - CARD_SOURCE) // HERO_CARDS
    if source < COMPANION_SOURCE:
        return max(-1, int(state.item_owner[source - ITEM_SOURCE]))
    if source < KIND_SOURCE:
        for hero in range(HEROES):
            if state.companion[hero] == source - COMPANION_SOURCE:
                return COMPANION_FIGURE + hero
        return -1
    if source < CLUE_SOURCE:
        return -1
    if source < MISSION_SOURCE:
        kind = int(tables.clue_oni[source - CLUE_SOURCE])
        return int(tables.kind_first[kind]) if kind >= 0 else -1
    if source < GOAL_SOURCE:
        return -1
    if source < WOUND_SOURCE:
        return (source - GOAL_SOURCE) // GOALS
    return int(state.wound_owner[source - WOUND_SOURCE])


@compiled
def bears(state, tables, source, figure):
    """EFFECTS.md: whether the figure bears the source; of a kind's talent each on the board that has not lost it."""
    if source < KIND_SOURCE or source >= CLUE_SOURCE:
        return bearer_of(state, tables, source) == figure
    if figure < AGENT_FIGURE or state.at[figure] < 0:
        return False
    kind = int(tables.figure_kind[figure])
    if source >= NODE_SOURCE:
        return tables.kind_type[kind] == THRALL + (source - NODE_SOURCE) // NODES
    talent = source - KIND_SOURCE
    return kind == talent // TALENTS and (state.lost[figure] >> (talent % TALENTS)) & 1 == 0
