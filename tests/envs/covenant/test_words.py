"""Names of things and of actions."""

from __future__ import annotations

import numpy as np
import pytest

from shugyo.envs.covenant import actions as act
from shugyo.envs.covenant import state as st
from shugyo.envs.covenant import words

CLUB_9, SPADE_K, DIAMOND_2 = 7, 39 + 11, 13


@pytest.fixture
def tables():
    tables = np.zeros(1, st.TABLES)[0]
    tables.num_seats = 4
    tables.price_card[:] = (2, 1)
    tables.price_restore, tables.price_swap, tables.price_mend = 5, 10, 3
    return tables


@pytest.fixture
def state():
    """Seat 2 is P, seat 0 is A; the trick cards lie open, and P's king of spades counts as a heart."""
    state = np.zeros(1, st.STATE)[0]
    state.suit[:] = np.arange(st.CARDS) // 13
    state.zone[:] = st.UNKNOWN
    state.fighter[:] = (2, 0)
    state.seat, state.decision = 2, st.WINDOW
    state.trick_card[:] = (SPADE_K, CLUB_9)
    state.zone[[SPADE_K, CLUB_9]] = (st.TRICK, st.TRICK + 1)
    state.suit[SPADE_K] = st.HEARTS
    state.committed[:] = 1
    state.revealed = 1
    state.winner = state.pending_card = state.pending_suit = state.bidder = -1
    return state


def test_there_are_words_for_every_decision():
    assert len(words.DECISION_WORDS) == len(st.DECISIONS)


@pytest.mark.parametrize("decision", range(len(st.DECISIONS)), ids=st.DECISIONS)
def test_every_action_has_a_name_of_its_own_in_every_decision(state, tables, decision):
    state.decision = decision
    for revealed in (0, 1):
        for seat in range(4):
            state.revealed, state.seat = revealed, seat
            names = [words.action_name(state, tables, action) for action in range(act.NUM_ACTIONS)]
            assert all(names)
            assert len(set(names)) == act.NUM_ACTIONS


def test_names_do_not_need_a_sensible_record():
    for fill in (0, -1):
        state = np.zeros(1, st.STATE)[0]
        for field in ("seat", "fighter", "trick_card", "winner", "pending_card", "bidder"):
            state[field] = fill
        for action in range(act.NUM_ACTIONS):
            assert words.action_name(state, np.zeros(1, st.TABLES)[0], action)


@pytest.mark.parametrize("action", [-1, act.NUM_ACTIONS, 10**6])
def test_what_is_no_action_is_refused(state, tables, action):
    with pytest.raises(ValueError, match=rf"no action {action}: actions are 0 … 144"):
        words.action_name(state, tables, action)


@pytest.mark.parametrize(
    ("decision", "action", "said"),
    [
        (st.STAKE_KIND, act.KIND, "stake: Ambition"),
        (st.AMBITION, act.SHEET + st.ITEM + st.INFLUENCE, "stake: Ambition on Influence Item"),
        (st.AMBITION, act.SHEET + st.MAGIC_SHEET, "stake: Ambition on Magic"),
        (st.STEWARDSHIP, act.RESOURCE + st.ESSENCES, "stake: Stewardship of Essences"),
        (st.RIVAL, act.RIVAL_NAME + 2, "stake: Feud with player_1"),
        (st.FEUD_TRAIT, act.SHEET + st.CRAFT, "stake: Feud over Craft"),
        (st.VOLUNTEER, act.PASS, "decline to oppose"),
        (st.TYPE, act.TYPE_NAME + st.MAGIC_TYPE, "name Magic"),
        (st.COMMIT, act.CARD + CLUB_9, "commit 9♣"),
        (st.CONCEDE, act.CONCEDE_TRICK, "concede the trick"),
        (st.WINDOW, act.PASS, "pass"),
        (st.WINDOW, act.CARD + DIAMOND_2, "aid with 2♦"),
        (st.WINDOW, act.BUY_CARD, "buy a card for 2 votes"),
        (st.WINDOW, act.SWAP, "swap all that lies on the table for 10 votes"),
        (st.WINDOW, act.TRAIT_POINT, "pay for Influence with a point"),
        (st.WINDOW, act.TRAIT_HARM, "pay for Influence with Harm to Vigor"),
        (st.WINDOW, act.ITEM_OVERUSE, "over-use the Vigor Item against 9♣"),
        (st.WINDOW, act.COMPANION_OVERUSE + st.CRAFT, "over-use the Craft Companion"),
        (st.SELECT_VIGOR, act.CARD + SPADE_K, "play K♠ (now hearts) by Vigor"),
        (st.SELECT_AID, act.PASS, "no more Aiding cards"),
        (st.RESTORE, act.SHEET + st.COMPANION, "restore Vigor Companion"),
        (st.BID_OPEN, act.OFFER + 1, "offer 1 vote against the Claim"),
        (st.BID_ANSWER, act.OFFER + 4, "claim: offer 4 votes"),
        (st.MEETING, act.RESOURCE, "mend Servants for 3 votes"),
    ],
)
def test_actions_in_words(state, tables, decision, action, said):
    state.decision = decision
    assert words.action_name(state, tables, action) == said


def test_the_antagonist_buys_at_its_own_price(state, tables):
    state.seat = 0
    assert words.action_name(state, tables, act.BUY_CARD) == "buy a card for 1 vote"


def test_claiming_what_is_not_free_is_called_harm(state, tables):
    state.decision = st.CLAIM_WHAT
    state.covenant_value[:2], state.covenant_spent[:2] = (2, 2), (1, 2)
    assert words.action_name(state, tables, act.RESOURCE) == "claim Servants"
    assert words.action_name(state, tables, act.RESOURCE + 1) == "harm Coffers"


def test_accepting_says_what_follows(state, tables):
    state.decision, state.bidder, state.offer = st.BID_ANSWER, 1, 4
    assert words.action_name(state, tables, act.ACCEPT) == "accept 4 votes and give up the Claim"
    state.seat, state.offer_by_claimer = 1, 1
    assert words.action_name(state, tables, act.ACCEPT) == "accept 4 votes and let the Claim happen"
    assert words.action_name(state, tables, act.OFFER + 5) == "offer 5 votes against the Claim"


def test_craft_takes_the_card_on_the_winning_side(state, tables):
    state.decision, state.winner = st.CRAFT_TAKE, st.ANTAGONIST
    assert words.action_name(state, tables, act.TAKE_WINNING) == "take the winning card 9♣"
    assert words.action_name(state, tables, act.TAKE_LOSING) == "take the losing card K♠ (now hearts)"


def test_a_companion_names_the_card_it_changes(state, tables):
    state.decision, state.pending_card = st.COMPANION_SUIT, CLUB_9
    assert words.action_name(state, tables, act.SUIT + st.SPADES) == "turn 9♣ into spades"


def test_a_face_down_card_is_not_told_by_the_names_of_what_it_allows(state, tables):
    state.revealed = 0
    before = [words.action_name(state, tables, action) for action in range(act.NUM_ACTIONS)]
    state.trick_card[1] = -1
    assert before == [words.action_name(state, tables, action) for action in range(act.NUM_ACTIONS)]


def test_a_changed_suit_is_told_to_those_only_who_know_the_card(state, tables):
    state.zone[CLUB_9], state.suit[CLUB_9], state.trick_card[1] = st.HAND + 1, st.DIAMONDS, DIAMOND_2
    assert "now" not in words.action_name(state, tables, act.CARD + CLUB_9)
    state.known[CLUB_9] = 1 << state.seat
    assert words.action_name(state, tables, act.CARD + CLUB_9) == "aid with 9♣ (now diamonds)"


def test_seasons_go_round():
    assert [words.season_name(turn) for turn in (0, 3, 4)] == ["Spring", "Winter", "Spring of year 2"]
