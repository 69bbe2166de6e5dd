"""What a Hero can do with an Action, and with what: the masks of HERO_ACTION and of the questions after it (O42, B58).

The task on top is T_HERO (hero.py): FIGURE is the Hero, A the action chosen, B the item to be transferred.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..state import (
    CHEST,
    COURTIER_TOKEN,
    EVIDENCE,
    FIGURE,
    ITEM_SOURCE,
    ITEMS,
    MIGHT,
    OBJECT_TOKEN,
    PARCHMENT,
    RANGED,
    SUPPLIES,
    TEST_TOKEN,
    THE_HEROES,
    A,
)
from .attack import any_target
from .companion import may_receive_follower
from .items import has_item, in_slot
from .missions import open_mission
from .moves import can_move
from .spaces import adjacent, neighbour, sees
from .stats import might_have, stat
from .tasks import top
from .usable import can_use, has_talent


# ---- HERO_ACTION ----------------------------------------------------------------------------------------------------
@compiled
def legal_hero_action(state, tables, mask):
    """O42, B58: what can be carried out; all but what is FREE, the free discard and the end needs an Action."""
    hero = int(top(state)[FIGURE])
    mask[act.PASS] = 1  # O44
    mask[act.USE_TALENT] = has_talent(state, tables, hero)
    mask[act.USE_ITEM] = can_use_item(state, tables, hero)
    mask[act.DISCARD_ITEM] = state.discarded_item[hero] == 0 and has_item(state, hero)  # O96, B53
    if state.actions_left[hero] <= 0:
        return
    mask[act.MOVE] = can_move(state, tables, hero)
    mask[act.MELEE] = any_target(state, tables, hero, ops.MELEE)
    mask[act.RANGED_ATTACK] = any_target(state, tables, hero, ops.RANGED)
    mark_places(state, tables, hero, mask)
    mask[act.REORGANISE_ITEMS] = has_item(state, hero)  # O97
    mask[act.GIVE_ITEM] = in_slot(state, hero, SUPPLIES) > 0 and has_receiver(state, tables, hero, act.GIVE_ITEM)
    mask[act.GIVE_FOLLOWER] = has_receiver(state, tables, hero, act.GIVE_FOLLOWER)


@compiled
def can_go_on(state, tables, hero):
    """B14: whether an Action is left, or an effect marked FREE can be used."""
    return state.actions_left[hero] > 0 or has_talent(state, tables, hero) or can_use_item(state, tables, hero)


@compiled
def can_use_item(state, tables, hero):
    """B48: whether an Equipment card of the Hero can be used now."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero and can_use(state, tables, ITEM_SOURCE + item, hero):
            return True
    return False


# ---- TEST_PLACE -----------------------------------------------------------------------------------------------------
@compiled
def mark_places(state, tables, hero, mask):
    """Which of INVESTIGATE, OPEN_CHEST, TRY_TEST and TAKE_OBJECT have a Space: underfoot, beside, or afar."""
    at = int(state.at[hero])
    mark_place(state, tables, hero, at, mask)
    for i in range(NEIGHBOURS):
        space = neighbour(state, tables, at, i)
        if space >= 0:
            mark_place(state, tables, hero, space, mask)
    if mask[act.TRY_TEST] == 0:
        mask[act.TRY_TEST] = has_test_afar(state, tables, hero)


@compiled
def mark_place(state, tables, hero, space, mask):
    """Which of them the Hero can do with what lies at that Space."""
    if test_in_reach(state, tables, hero, space):
        mask[act.TRY_TEST] = 1
    action = action_on_token(state, tables, space)
    if action != act.PASS and adjacent(state, tables, int(state.at[hero]), space):
        mask[action] = 1


@compiled
def has_test_afar(state, tables, hero):
    """O87, B45: whether there is a Test that the Hero can try without standing on or beside its Space."""
    if not might_have(state, tables, hero, RANGED):
        return False
    for space in range(tables.num_spaces):
        if tables.test_stat[space] == MIGHT and test_in_reach(state, tables, hero, space):
            return True
    return False


@compiled
def place_fits(state, tables, hero, action, space):
    """A33, O83: whether the Hero can do that with what lies at the Space: tokens beside the Hero, Tests underfoot."""
    if action == act.TRY_TEST:
        return test_in_reach(state, tables, hero, space)
    return action_on_token(state, tables, space) == action and adjacent(state, tables, int(state.at[hero]), space)


@compiled
def action_on_token(state, tables, space):
    """INVESTIGATE, OPEN_CHEST or TAKE_OBJECT: what a Hero beside it can do with the Space's token; PASS for nothing."""
    token = int(state.token_on[space])
    if token < 0:
        return act.PASS
    kind = tables.token_kind[token]
    if kind == COURTIER_TOKEN:  # O169
        return act.INVESTIGATE if state.token_flipped[token] == 0 else act.PASS
    if kind in (EVIDENCE, PARCHMENT):  # O165, O166
        return act.INVESTIGATE
    if kind == CHEST:  # O213
        return act.OPEN_CHEST
    return act.TAKE_OBJECT if kind == OBJECT_TOKEN else act.PASS  # B91


@compiled
def test_in_reach(state, tables, hero, space):
    """O83, O221, A33: a Test not passed yet, on whose Interaction Space the Hero stands, or beside whose token.

    O87, B45: a MIGHT Test also from afar, with a ranged ability and no opponent on the line. B89: none of a mission
    that is completed.
    """
    if tables.test_stat[space] < 0 or state.passed[space] != 0:
        return False
    mission = int(tables.test_mission[space])
    if mission >= 0 and not open_mission(state, tables, mission):
        return False
    at, token = int(state.at[hero]), int(state.token_on[space])
    if token >= 0 and tables.token_kind[token] == TEST_TOKEN:
        if adjacent(state, tables, at, space):
            return True
    elif at == space:
        return True
    if tables.test_stat[space] != MIGHT or stat(state, tables, hero, RANGED, 0, -1) <= 0:
        return False
    return sees(state, tables, at, space, THE_HEROES)


@compiled
def legal_test_place(state, tables, mask):
    """The Spaces for what was chosen."""
    task = top(state)
    for space in range(tables.num_spaces):
        mask[act.SPACE_NAME + space] = place_fits(state, tables, int(task[FIGURE]), int(task[A]), space)


# ---- ITEM, RECEIVER -------------------------------------------------------------------------------------------------
@compiled
def legal_item(state, tables, mask):
    """The Equipment cards that can be used (B48), discarded (B53) or transferred (O98: out of Supplies)."""
    task = top(state)
    hero, action = int(task[FIGURE]), int(task[A])
    for item in range(ITEMS):
        if state.item_owner[item] == hero:
            if action == act.USE_ITEM:
                mask[act.ITEM_NAME + item] = can_use(state, tables, ITEM_SOURCE + item, hero)
            elif action == act.GIVE_ITEM:
                mask[act.ITEM_NAME + item] = state.item_slot[item] == SUPPLIES
            else:
                mask[act.ITEM_NAME + item] = 1


@compiled
def may_receive(state, tables, giver, action, receiver):
    """O98: another Hero beside the giver; O115, B61: for the Follower, one beside it with a free slot."""
    if action == act.GIVE_FOLLOWER:
        return may_receive_follower(state, tables, giver, receiver)
    if receiver == giver or state.alive[receiver] == 0 or state.at[receiver] < 0:
        return False
    return adjacent(state, tables, int(state.at[giver]), int(state.at[receiver]))


@compiled
def has_receiver(state, tables, giver, action):
    """Whether there is a Hero to whom an item, or the Follower, could be given."""
    for hero in range(tables.num_heroes):
        if may_receive(state, tables, giver, action, hero):
            return True
    return False


@compiled
def legal_receiver(state, tables, mask):
    """The Heroes who may receive what was chosen."""
    task = top(state)
    for hero in range(tables.num_heroes):
        mask[act.HERO_NAME + hero] = may_receive(state, tables, int(task[FIGURE]), int(task[A]), hero)
