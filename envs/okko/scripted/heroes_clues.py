"""The investigation as the scripted Heroes see it: what a Clue card is worth, and whom to accuse (chapter 17)."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.attribute_tests import num_test_dice
from ..rules.moves import is_swift
from ..rules.stats import stat
from ..state import (
    CLUE_DECK,
    CLUE_SECRET,
    CLUES,
    COURTIER_CLUE,
    HAND,
    HERO_CARDS,
    HEROES,
    ONI_CLUE,
    SPEED,
    STAMINA,
    WOUNDS,
)
from . import heroes_style as style
from .ground import field_from, moves_beside
from .odds import test_chance


@compiled
def open_cards(state, tables, kind):
    """How many Clue cards of a kind nobody has drawn or named wrongly; one of them is the secret card."""
    n = 0
    for clue in range(CLUES):
        place = state.clue_place[clue]
        if tables.clue_kind[clue] == kind and (place in (CLUE_DECK, CLUE_SECRET)):
            n += state.accused[clue] == 0
    return n


@compiled
def unseen_cards(state, tables):
    """How many Clue cards can still be drawn."""
    n = -2  # the nature and the identity
    for clue in range(CLUES):
        place = state.clue_place[clue]
        n += tables.clue_kind[clue] != 0 and (place in (CLUE_DECK, CLUE_SECRET))
    return max(0, n)


@compiled
def clue_worth(state, tables):
    """What a Clue card is worth now."""
    if tables.investigation == 0 or unseen_cards(state, tables) == 0:
        return 0.0
    if state.battle != 0:
        return style.IDLE_CLUE / 2.0
    if open_cards(state, tables, COURTIER_CLUE) > 1:
        return style.CLUE
    nature = style.NATURE_SHARE * style.CLUE if open_cards(state, tables, ONI_CLUE) > 1 else 0.0
    return max(style.IDLE_CLUE, nature)


@compiled
def suspicion(state, tables, clue):
    """How likely that Courtier is the Oni, as far as the Heroes know."""
    place = state.clue_place[clue]
    if tables.clue_kind[clue] != COURTIER_CLUE or state.accused[clue] != 0:
        return 0.0
    if place != CLUE_DECK and place != CLUE_SECRET:
        return 0.0
    return 1.0 / max(1, open_cards(state, tables, COURTIER_CLUE))


@compiled
def expected_tries(tables, dice, value, direct):
    """How many Actions a Test takes until it is passed; a failure that is not Direct takes a die away (O86)."""
    tries, chance = 0.0, 1.0
    while dice >= 0:
        passed = test_chance(tables, dice, value)
        if direct != 0:
            return 1.0 / max(0.05, passed)
        tries += chance
        chance *= 1.0 - passed
        if chance < 0.02:
            break
        dice -= 1
    return max(1.0, tries)


@compiled
def token_tries(state, tables, space, difficulty, value, direct):
    """`expected_tries` of the Test on a Space, with its Penalty tokens."""
    return expected_tries(tables, num_test_dice(state, space, difficulty, direct), value, direct)


# ---- ACCUSE ---------------------------------------------------------------------------------------------------------
@compiled
def accuse_worth(state, tables, action):
    """ACCUSE: the nature if the odds are even, the identity if they are good enough at this hour; none is 0."""
    if action == act.PASS:
        return 0.0
    clue = action - act.CLUE_NAME
    if state.clue_place[clue] != CLUE_DECK and state.clue_place[clue] != CLUE_SECRET:
        return -1.0  # cleared: it would be wrong (B77)
    if tables.clue_kind[clue] == ONI_CLUE:
        chance = 1.0 / max(1, open_cards(state, tables, ONI_CLUE))
        if state.wrong >= 2:
            chance -= 0.4
        return 1.0 + chance - style.NATURE_SURE if chance >= style.NATURE_SURE else chance - 1.0
    chance = 1.0 / max(1, open_cards(state, tables, COURTIER_CLUE))
    if state.turn + 1 >= style.LAST_ROUND:
        good = chance >= style.LAST
    elif falls(state, tables):
        good = False  # whoever is eliminated in this end phase would open the escape (A11)
    elif is_late(state, tables):
        good = chance >= (style.LATE if state.wrong < 2 else style.SURE)
    else:
        good = chance >= style.SURE and at_hand(state, tables, int(tables.clue_token[clue]))
    return 0.5 + chance if good else chance - 1.0


@compiled
def is_late(state, tables):
    """Whether there is no time to wait for a better moment to accuse."""
    return state.turn + 1 >= style.LATE_ROUND - max(0, 3 - tables.num_heroes)


@compiled
def falls(state, tables):
    """Whether a Hero will be eliminated in this end phase, or at the next blow while there is still time."""
    for hero in range(HEROES):
        if state.alive[hero] == 0:
            continue
        held, owned, cards = 0, 0, 0
        for wound in range(WOUNDS):
            if state.wound_owner[wound] == hero:
                owned += 1
                held += state.wound_place[wound] == HAND
        for card in range(hero * HERO_CARDS, (hero + 1) * HERO_CARDS):
            cards += state.card_place[card] == HAND
        if cards == 0:
            held = owned
        held += state.damage[hero] >= tables.hero_stat[hero, STAMINA]
        if held >= tables.wounds_to_eliminate - (0 if is_late(state, tables) else 1):
            return True
    return False


@compiled
def at_hand(state, tables, token):
    """Whether most of the Heroes could be beside a Courtier's token with one move, when the Oni will stand there."""
    space = int(state.token_at[token]) if token >= 0 else -1
    if space < 0:
        return True
    near, alive = 0, 0
    for hero in range(HEROES):
        if state.alive[hero] != 0 and state.at[hero] >= 0:
            alive += 1
            speed = stat(state, tables, hero, SPEED, 0, -1)
            field = field_from(state, tables, hero, speed, is_swift(state, tables, hero), 1)
            near += moves_beside(state, tables, hero, field, space) <= 1
    return near >= style.AT_HAND * alive
