"""Chapter 28.17, who knows what: what changes a seat's observation and what does not (O23, O38, A40, B6, B12, B46).

A position is that of a game of the shipped investigation at a decision of round 1, which is then changed by hand.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from games.batches import Play

from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME

ONI, OKKO, NOBURO = 0, 1, 2  # seats
CARDS = st.HERO_CARDS


@cache
def at(decision: int) -> Play:
    """A game of three Heroes that has come to a decision; the first legal action was always played."""
    play = Play(GAME, {"num_heroes": 3}, 1, seed=4, auto_forced=False)
    while play.states["decision"][0] != decision:
        assert play.where.all(), "the game is over"
        legal = np.flatnonzero(play.mask[0])
        play.actions[:] = legal[-1 if decision == st.SUMMON_COST else 0]
        play.advance()
    return play


class Look:
    """One position, and what seats see of it.

    Args:
        decision: the one that is pending.
    """

    def __init__(self, decision: int):
        self.play = at(decision)
        self.states = self.play.states.copy()
        self.s, self.t = self.states[0], self.play.t

    def plans(self, *cards: int, side: int) -> Look:
        """Hero 0 has laid these Action cards on that side, nobody anything else."""
        self.s["card_place"][self.s["card_place"] > st.HAND] = st.HAND
        self.s["card_place"][list(cards)] = side
        return self

    def seen(self, seat: int) -> bytes:
        """All that a seat sees."""
        return self.play.observation(self.states, seat).tobytes()

    def block(self, seat: int, name: str) -> np.ndarray:
        """One block of it."""
        view = GAME.layout.view(self.t)[name]
        return self.play.observation(self.states, seat)[0, view.slice].reshape(view.shape)

    def who_notices(self, change) -> set[int]:
        """The seats whose observation is another after ``change(record)``."""
        before = {seat: self.seen(seat) for seat in range(4)}
        kept = self.states.copy()
        change(self.s)
        after = {seat: self.seen(seat) for seat in range(4)}
        self.states[:] = kept
        return {seat for seat in range(4) if before[seat] != after[seat]}


HEROES = {1, 2, 3}
ALL = {0, *HEROES}


def lay(side: int, *cards: int):
    """A change: these cards of Hero 0 and no others lie on that side."""

    def change(s):
        s["card_place"][s["card_place"] > st.HAND] = st.HAND
        s["card_place"][list(cards)] = side

    return change


def swap(field: str, one: int, other: int):
    """A change: two entries of a field change places."""

    def change(s):
        s[field][[one, other]] = s[field][[other, one]]

    return change


# ---- plans ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "oni"),
    [(lay(st.LEFT, 2, 3), False), (lay(st.RIGHT, 0, 1), True), (lay(st.LEFT, 0), True)],
    ids=["other cards", "the other side", "fewer"],
)
def test_o038_a040_the_oni_sees_how_many_cards_lie_on_each_side_and_not_which(change, oni):
    look = Look(st.TECHNIQUE).plans(0, 1, side=st.LEFT)
    assert look.s["phase"] == st.TECHNIQUES and look.s["seat"] == ONI  # after all plans
    assert look.who_notices(change) == (ALL if oni else HEROES)


def test_a040_b010_a_wound_that_was_laid_counts_on_the_right_for_the_oni():
    look = Look(st.TECHNIQUE).plans(0, side=st.LEFT)
    look.s["wound_owner"][3], look.s["wound_place"][3] = 0, st.RIGHT
    assert look.block(ONI, "laid")[0].tolist() == [1, 1]


def test_o039_b097_after_the_reveal_all_see_which_cards_were_laid():
    look = Look(st.HERO_ACTION).plans(0, 1, side=st.LEFT)
    assert look.s["phase"] == st.ACTIVATIONS and look.who_notices(lay(st.LEFT, 2, 3)) == ALL


def test_b097_the_oni_knows_what_a_hero_holds_or_has_laid_taken_together():
    """A card in the discard pile has been seen; so all that is left is in the hand or was laid."""
    look = Look(st.TECHNIQUE).plans(0, 1, side=st.LEFT)
    look.s["card_place"][[4, 5]] = st.DISCARDED
    held = look.block(ONI, "action_cards")[0, :CARDS]
    assert held.tolist() == [1, 1, 1, 1, 0, 0, 1, 1]
    assert look.who_notices(swap("card_place", 4, 6)) == ALL


def test_a040_the_hand_card_that_is_turned_up_is_seen_by_all():
    def turn_down(s):
        s["turned_up"][0] = -1

    look = Look(st.TECHNIQUE)
    look.s["turned_up"][0] = np.flatnonzero(look.s["item_owner"] == 0)[0]
    assert look.who_notices(turn_down) == ALL


@pytest.mark.parametrize(("position", "noticed"), [(0, HEROES), (1, HEROES), (2, ALL), (3, ALL)])
def test_a040_the_order_of_activation_is_shown_to_the_oni_card_by_card(position, noticed):
    """The cards in places 1 and 2 change places; the second is open from the second activation on."""
    look = Look(st.HERO_ACTION)
    look.s["order"][:3] = 0, 1, 2
    look.s["position"] = position
    assert look.who_notices(swap("order", 1, 2)) == noticed


def test_b096_a_hero_sees_what_another_has_in_hand_and_has_laid():
    look = Look(st.TECHNIQUE).plans(0, 1, side=st.LEFT)
    for seat in HEROES:
        laid = look.block(seat, "action_cards")[1]
        assert np.flatnonzero(laid).tolist() == [0, 1]
    assert look.who_notices(swap("clue_place", *drawn_and_not(look))) >= HEROES


# ---- clues ----------------------------------------------------------------------------------------------------------
def drawn_and_not(look: Look) -> tuple[int, int]:
    """A Courtier's card that the Heroes hold, and one of the deck."""
    courtiers = np.flatnonzero((look.t.clue_kind == st.COURTIER_CLUE) & (look.s["clue_place"] == st.CLUE_DECK))
    look.s["clue_place"][courtiers[0]] = st.CLUE_HELD
    return int(courtiers[0]), int(courtiers[1])


def test_b099_clue_cards_that_were_drawn_are_the_heroes_secret_but_not_how_many():
    look = Look(st.HERO_ACTION)
    held, deck = drawn_and_not(look)
    assert look.who_notices(swap("clue_place", held, deck)) == HEROES

    def another(s):
        s["clue_place"][deck] = st.CLUE_HELD

    assert look.who_notices(another) == ALL


@pytest.mark.parametrize("place", [st.CLUE_PLAYED, st.CLUE_JOINED, st.CLUE_OUT])
def test_b099_courtiers_played_or_joined_and_complications_are_known_to_all(place):
    look = Look(st.HERO_ACTION)
    held, deck = drawn_and_not(look)
    look.s["clue_place"][held] = place
    assert look.who_notices(swap("clue_place", held, deck)) == ALL


def another_secret(s, kind: int, t) -> None:
    """The Oni is another of that kind of Clue cards."""
    field = "nature" if kind == st.ONI_CLUE else "identity"
    other = next(c for c in np.flatnonzero(t.clue_kind == kind) if s["clue_place"][c] == st.CLUE_DECK)
    s["clue_place"][s[field]], s["clue_place"][other] = st.CLUE_DECK, st.CLUE_SECRET
    s[field] = other


@pytest.mark.parametrize(
    ("kind", "found_out", "battle", "noticed"),
    [
        (st.ONI_CLUE, 0, st.NO_BATTLE, {ONI}),
        (st.ONI_CLUE, 1, st.NO_BATTLE, ALL),
        (st.ONI_CLUE, 0, st.BY_WRONG, ALL),
        (st.COURTIER_CLUE, 0, st.NO_BATTLE, {ONI}),
        (st.COURTIER_CLUE, 1, st.NO_BATTLE, {ONI}),
        (st.COURTIER_CLUE, 0, st.BY_WRONG, ALL),
    ],
)
def test_o023_b098_only_the_oni_knows_what_and_who_it_is_until_that_is_found_out(kind, found_out, battle, noticed):
    look = Look(st.HERO_ACTION)
    look.s["nature_known"], look.s["battle"] = found_out, battle
    assert look.who_notices(lambda s: another_secret(s, kind, look.t)) == noticed


# ---- Event cards ----------------------------------------------------------------------------------------------------
def events(look: Look, one: int, other: int) -> tuple[int, int]:
    """Two Event cards, one in that place and one in the other; nothing else but the deck has any."""
    number = np.flatnonzero(look.t.event_exists)[:2]
    look.s["event_place"][look.t.event_exists != 0] = st.EVENT_DECK
    look.s["event_kind"][:] = -1
    look.s["event_place"][number] = one, other
    look.s["hand_size"] = (one == st.EVENT_HAND) + (other == st.EVENT_HAND)
    return int(number[0]), int(number[1])


@pytest.mark.parametrize(
    ("place", "noticed"), [(st.EVENT_HAND, {ONI}), (st.EVENT_DISCARD, ALL)], ids=["in hand", "in the discard pile"]
)
def test_b098_b100_the_onis_hand_is_its_own_what_was_discarded_is_known(place, noticed):
    look = Look(st.TECHNIQUE)
    assert look.who_notices(swap("event_place", *events(look, place, st.EVENT_DECK))) == noticed


def test_b098_how_many_events_the_oni_holds_is_known_to_all():
    look = Look(st.TECHNIQUE)
    _, other = events(look, st.EVENT_HAND, st.EVENT_DECK)

    def draw(s):
        s["event_place"][other], s["hand_size"] = st.EVENT_HAND, 2

    assert look.who_notices(draw) == ALL


@pytest.mark.parametrize(("decision", "noticed"), [(st.TECHNIQUE, {ONI}), (st.HERO_ACTION, ALL)])
def test_b098_techniques_are_known_by_place_alone_until_they_are_revealed(decision, noticed):
    look = Look(decision)
    laid, held = events(look, st.EVENT_LAID, st.EVENT_HAND)
    look.s["event_kind"][laid] = 0

    def other_card(s):
        swap("event_place", laid, held)(s)
        swap("event_kind", laid, held)(s)

    def elsewhere(s):
        s["event_kind"][laid] = 1

    assert look.who_notices(other_card) == noticed
    assert look.who_notices(elsewhere) == ALL


def test_b012_events_discarded_for_a_summoning_are_seen_before_the_heroes_plan():
    look = Look(st.SUMMON_COST)
    paid = int(np.flatnonzero(look.s["event_place"] == st.EVENT_HAND)[0])
    assert look.s["phase"] == st.OPEN_STEP and look.block(OKKO, "event_discard")[paid] == 0
    play = look.play
    states, where = play.states.copy(), play.where.copy()
    play.actions[:] = 169 + paid  # EVENT_NAME
    play.advance()
    look.states[:] = play.states
    play.states[:], play.where[:] = states, where
    assert [look.block(seat, "event_discard")[paid] for seat in range(4)] == [1] * 4


# ---- Chests and Equipment -------------------------------------------------------------------------------------------
def test_b006_how_many_cards_of_a_chest_are_kept_is_hidden_what_its_upper_side_shows_is_not():
    look = Look(st.PLAN_FIRST)
    faces = look.t.faces
    chests = np.flatnonzero(look.t.token_kind == st.CHEST)
    box = np.flatnonzero(look.t.face_kind == st.CHEST)
    one, alike = next((a, b) for a in box for b in box if a < b and (faces[a, :2] == faces[b, :2]).all())
    other = next(a for a in box if (faces[a, :2] != faces[one, :2]).any())
    assert faces[one, 2] != faces[alike, 2]  # how many are kept
    look.s["token_face"][chests] = -1
    look.s["token_face"][chests[0]] = one

    def turn_into(face):
        def change(s):
            s["token_face"][chests[0]] = face

        return change

    assert look.who_notices(turn_into(alike)) == set()
    assert look.who_notices(turn_into(other)) == ALL


@pytest.mark.parametrize("owner", [0, st.IN_DISCARD, st.DRAWN])
def test_b046_equipment_carried_discarded_or_drawn_is_known_to_all(owner):
    look = Look(st.HERO_ACTION)
    deck = np.flatnonzero(look.s["item_owner"] == st.IN_DECK)[:2]
    look.s["item_owner"][deck[0]], look.s["item_slot"][deck[0]] = owner, st.SUPPLIES if owner == 0 else -1

    def other_card(s):
        swap("item_owner", *deck)(s)
        swap("item_slot", *deck)(s)

    assert look.who_notices(other_card) == ALL


def test_b046_the_slot_of_a_card_is_known_to_all():
    def to_supplies(s):
        s["item_slot"][mine] = st.SUPPLIES

    look = Look(st.HERO_ACTION)
    mine = np.flatnonzero((look.s["item_owner"] == 0) & (look.s["item_slot"] == st.RIGHT_HAND))[0]
    assert look.who_notices(to_supplies) == ALL
