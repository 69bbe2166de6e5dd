"""Redacted records and sampled worlds of Okko Chronicles: what must be in them, and how likely it is."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from games.batches import check_views
from rules.okko.position_v import SETTINGS, Seen, secret_plans, seen, worlds

from shugyo.envs.okko import state as st

MANY = 1200
every_setting = pytest.mark.parametrize("name", SETTINGS)


def near(share: float, p: float) -> bool:
    """Whether a share of MANY samples can be that of a probability."""
    return abs(share - p) < 4.5 * sqrt(p * (1 - p) / MANY)


def pick(games: Seen, decision: int, fits) -> np.ndarray:
    """(1,) a record at that decision for which ``fits(record)`` holds."""
    found = [i for i, state in enumerate(games.at[decision]) if fits(state)]
    assert found, st.DECISIONS[decision]
    return games.at[decision][found[:1]]


# ---- what holds for all ---------------------------------------------------------------------------------------------
@every_setting
def test_a_seat_cannot_tell_redacted_and_sampled_records_from_the_true_one(name):
    games = seen(name)
    for decision, states in games.at.items():
        for seat in (0, 1 + decision % (len(games.seats) - 1)):  # all Heroes know the same (B96)
            check_views(games.play, states, seat, seat % len(states))


@every_setting
def test_masks_and_observations_stay_for_who_is_asked(name):
    games = seen(name)
    for states in games.at.values():
        for seat in games.seats:
            own = states[states["seat"] == seat]
            if len(own):
                for other in (games.play.redacted(own, seat), games.play.determinized(own, seat)):
                    assert (other["decision"] == own["decision"]).all() and (other["seat"] == seat).all()
                    assert (games.play.masks(other) == games.play.masks(own)).all()


@every_setting
def test_samples_are_whole_records(name):
    """No card is lost, doubled or in a place where it cannot be."""
    games = seen(name)
    t = games.t
    for states in games.at.values():
        for seat in games.seats:
            d = games.play.determinized(states, seat)
            for field, places in (("event_place", 5), ("clue_place", 7), ("card_place", 5), ("wound_place", 5)):
                if field == "clue_place" and seat == st.ONI_SEAT:
                    continue  # cards still to be drawn are held: the next test
                count = [[(x[field] == place).sum(1) for place in range(places)] for x in (states, d)]
                if field in ("event_place", "clue_place"):
                    assert np.array_equal(*count), field
            assert (d["hand_size"] == (d["event_place"] == st.EVENT_HAND).sum(1)).all()
            faces = d["token_face"][:, t.token_kind == st.CHEST]
            assert all(len(set(row.tolist())) == len(row) for row in faces)
            assert (d["key"] != states["key"]).all()
            hold = d["clue_place"] == st.CLUE_HELD
            assert not hold[:, t.clue_kind == st.COMPLICATION].any()


def test_redaction_leaves_no_random_words_and_no_count_of_decisions():
    games = seen("investigation-3")
    for seat in games.seats:
        r = games.play.redacted(games.some, seat)
        assert not r["key"].any() and not r["decisions"].any()


def test_each_sample_goes_on_with_random_words_of_its_own():
    games = seen("vigil-2")
    samples = worlds(games.play, games.some[:1], 1, 50)
    assert len(set(samples["key"].tolist())) == 50


# ---- the Heroes: nature, identity, Event cards ----------------------------------------------------------------------
def candidates(games: Seen, state: np.void, kind: int) -> list[int]:
    """Clue cards of that kind that may be the secret one."""
    hidden = np.isin(state["clue_place"], (st.CLUE_DECK, st.CLUE_SECRET)) & (state["accused"] == 0)
    return np.flatnonzero(hidden & (games.t.clue_kind == kind)).tolist()


def test_b098_nature_and_identity_are_any_that_have_not_been_excluded():
    games = seen("investigation-3")

    def fits(state) -> bool:
        known = (state["clue_place"] == st.CLUE_HELD).any() or state["accused"].any()
        both = min(len(candidates(games, state, kind)) for kind in (st.ONI_CLUE, st.COURTIER_CLUE))
        return bool(known and both > 1 and state["battle"] == st.NO_BATTLE and not state["nature_known"])

    state = pick(games, st.PLAN_FIRST, fits)
    samples = worlds(games.play, state, 2, MANY)
    for field, kind in (("nature", st.ONI_CLUE), ("identity", st.COURTIER_CLUE)):
        open_ = candidates(games, state[0], kind)
        counts = Counter(samples[field].tolist())
        assert sorted(counts) == open_
        assert all(near(n / MANY, 1 / len(open_)) for n in counts.values())
        assert (samples["clue_place"][np.arange(MANY), samples[field]] == st.CLUE_SECRET).all()
    assert ((samples["clue_place"] == st.CLUE_SECRET).sum(1) == 2).all()


def test_o023_what_has_been_found_out_is_kept():
    games = seen("investigation-3")
    named = pick(games, st.PLAN_FIRST, lambda s: not s["accused"].any() and s["battle"] == st.NO_BATTLE).copy()
    named["nature_known"] = 1
    named["accused"][0, named["nature"]] = 2
    samples = worlds(games.play, named, 1, 50)
    assert (samples["nature"] == named["nature"]).all()
    assert set(samples["identity"].tolist()) <= set(candidates(games, named[0], st.COURTIER_CLUE))
    battle = pick(games, st.PLAN_FIRST, lambda s: s["battle"] != st.NO_BATTLE)
    samples = worlds(games.play, battle, 1, 50)
    assert (samples["nature"] == battle["nature"]).all() and (samples["identity"] == battle["identity"]).all()


def test_a031_before_the_oni_has_chosen_there_is_no_identity():
    games = seen("masks-4-oni-picks-token-on-space")
    state = games.at[st.COURTIER][:1]
    samples = worlds(games.play, state, 1, 50)
    assert (samples["identity"] == -1).all() and (samples["nature"] >= 0).all()
    later = worlds(games.play, games.at[st.FOLLOWER_CARD][:1], 1, 50)
    assert (later["identity"] >= 0).all() and len(set(later["identity"].tolist())) > 3


def test_b098_the_onis_hand_is_any_of_the_cards_that_are_not_to_be_seen():
    games = seen("investigation-3")
    state = pick(games, st.HERO_ACTION, lambda s: 2 <= s["hand_size"] <= 6)
    unseen = np.isin(state["event_place"][0], (st.EVENT_HAND, st.EVENT_DECK))
    samples = worlds(games.play, state, 3, MANY)
    held = samples["event_place"] == st.EVENT_HAND
    assert (held.sum(1) == state["hand_size"]).all() and not held[:, ~unseen].any()
    assert all(near(share, int(state["hand_size"][0]) / unseen.sum()) for share in held[:, unseen].mean(0))
    assert (samples["event_place"][:, ~unseen] == state["event_place"][0, ~unseen]).all()


def test_b098_techniques_lie_where_they_lie_but_may_be_any_cards():
    games = seen("investigation-3")
    state = pick(games, st.TECHNIQUE, lambda s: (s["event_place"] == st.EVENT_LAID).any())
    kinds = sorted(state["event_kind"][0][state["event_place"][0] == st.EVENT_LAID].tolist())
    samples = worlds(games.play, state, 1, MANY)
    laid = samples["event_place"] == st.EVENT_LAID
    assert all(sorted(row[where].tolist()) == kinds for row, where in zip(samples["event_kind"], laid, strict=True))
    unseen = np.isin(state["event_place"][0], (st.EVENT_HAND, st.EVENT_DECK, st.EVENT_LAID))
    assert all(near(share, len(kinds) / unseen.sum()) for share in laid[:, unseen].mean(0))
    assert (samples["hand_size"] == state["hand_size"]).all()
    assert (worlds(games.play, state, 0, 20)["event_place"] == state["event_place"]).all()


def test_a_card_chosen_for_a_technique_goes_back_to_the_hand():
    games = seen("investigation-3")
    states = games.at[st.TECHNIQUE_CARD]
    for seat in games.seats[1:]:
        for other in (games.play.redacted(states, seat), games.play.determinized(states, seat)):
            assert (other["decision"] == st.TECHNIQUE).all() and (other["tasks"][:, 0, st.A] == -1).all()
            assert (other["stack"][:, 0] == (st.TECHNIQUE, st.ONI_SEAT)).all()
            assert games.play.masks(other)[:, 0].all()
    assert (games.play.redacted(states, st.ONI_SEAT)["decision"] == st.TECHNIQUE_CARD).all()


# ---- the Oni: plans, Initiative, Clue cards -------------------------------------------------------------------------
def sides(states: np.ndarray) -> np.ndarray:
    """(N, HEROES, 2) how many cards lie to the left and to the right of each Hero."""
    cards = states["card_place"].reshape(len(states), st.HEROES, st.HERO_CARDS)
    owners = states["wound_owner"][:, :, None] == np.arange(st.HEROES)
    wounds = (owners & (states["wound_place"] == st.RIGHT)[:, :, None]).sum(1)
    return np.stack([(cards == st.LEFT).sum(2), (cards == st.RIGHT).sum(2) + wounds], 2)


@every_setting
def test_b097_sampled_plans_could_have_been_laid(name):
    games = seen(name)
    for states in games.at.values():
        states = states[secret_plans(states)]
        if not len(states):
            continue
        d = games.play.determinized(states, st.ONI_SEAT)
        assert (sides(d) == sides(states)).all()
        left, right = d["card_place"] == st.LEFT, d["card_place"] == st.RIGHT
        assert not (left & (games.t.card_sides & 1 == 0)).any() and not (right & (games.t.card_sides & 2 == 0)).any()
        mine = np.isin(states["card_place"], (st.HAND, st.LEFT, st.RIGHT))
        assert (np.isin(d["card_place"], (st.HAND, st.LEFT, st.RIGHT)) == mine).all()
        actions = (left | right).reshape(len(d), st.HEROES, st.HERO_CARDS).sum(2)
        assert ((actions > 0) | (sides(d).sum(2) == 0)).all()  # never a Wound alone (O33)
        assert (worlds(games.play, states[:1], 1, 3)["card_place"] == states[0]["card_place"]).all()


def planned(games: Seen, hand: list[int], left: list[int], right: list[int], wounds: int, laid: int) -> np.ndarray:
    """(1,) a record in which Hero 0 holds and has laid those Action cards, and so many Wounds."""
    state = games.at[st.INITIATIVE][:1].copy()
    state["card_place"][0, : st.HERO_CARDS] = st.DISCARDED
    for place, cards in ((st.HAND, hand), (st.LEFT, left), (st.RIGHT, right)):
        state["card_place"][0, cards] = place
    state["wound_place"][0], state["wound_owner"][0] = st.NOWHERE, -1
    state["wound_owner"][0, :wounds] = 0
    state["wound_place"][0, :wounds] = [st.RIGHT] * laid + [st.HAND] * (wounds - laid)
    return state


def test_b097_all_plans_are_as_likely():
    games = seen("investigation-3")
    both = np.flatnonzero(games.t.card_sides[: st.HERO_CARDS] == 3)[:3].tolist()
    state = planned(games, both[2:], both[:1], both[1:2], wounds=1, laid=0)
    samples = worlds(games.play, state, st.ONI_SEAT, MANY)
    ways = Counter(
        (tuple(np.flatnonzero(cards == st.LEFT)), tuple(np.flatnonzero(cards == st.RIGHT)), wounds[0] == st.RIGHT)
        for cards, wounds in zip(samples["card_place"][:, : st.HERO_CARDS], samples["wound_place"], strict=True)
    )
    assert len(ways) == 9  # each of 3 to the left, with one of the other 2 or the Wound to the right
    assert all(near(n / MANY, 1 / 9) for n in ways.values())


def test_o033_a_second_card_that_can_only_be_a_wound_is_one():
    games = seen("investigation-3")
    card = int(np.flatnonzero(games.t.card_sides[: st.HERO_CARDS] == 3)[0])
    samples = worlds(games.play, planned(games, [], [], [card], wounds=2, laid=1), st.ONI_SEAT, 200)
    assert (samples["card_place"][:, card] == st.RIGHT).all()
    assert ((samples["wound_place"][:, :2] == st.RIGHT).sum(1) == 1).all()
    assert (samples["wound_place"][:, 0] == st.RIGHT).any() and (samples["wound_place"][:, 1] == st.RIGHT).any()


def test_a040_initiative_cards_lie_in_any_order_until_they_are_revealed():
    games = seen("investigation-3")
    state = pick(games, st.HERO_ACTION, lambda s: s["position"] == 1 and (s["order"] >= 0).sum() == 3)
    samples = worlds(games.play, state, st.ONI_SEAT, MANY)
    first = int(state["order"][0, 0])
    orders = Counter(map(tuple, samples["order"][:, :3].tolist()))
    rest = [h for h in range(3) if h != first]
    assert sorted(orders) == sorted([(first, *rest), (first, *rest[::-1])])
    assert all(near(n / MANY, 0.5) for n in orders.values())
    assert (worlds(games.play, state, 2, 20)["order"] == state["order"]).all()


def test_a040_as_long_as_they_are_placed_any_hero_may_have_been_placed():
    games = seen("investigation-3")
    state = pick(games, st.INITIATIVE, lambda s: (s["order"] >= 0).sum() == 1 and s["alive"].sum() == 3)
    samples = worlds(games.play, state, st.ONI_SEAT, MANY)
    assert (samples["order"][:, 1:] == -1).all()
    assert sorted(Counter(samples["order"][:, 0].tolist())) == [0, 1, 2]
    assert (games.play.masks(samples).sum(1) == 2).all()


def test_b099_clue_cards_held_are_any_but_complications():
    games = seen("investigation-3")
    state = pick(games, st.ONI_CARD, lambda s: (s["clue_place"] == st.CLUE_HELD).sum() in (2, 3))
    n = int((state["clue_place"] == st.CLUE_HELD).sum())
    samples = worlds(games.play, state, st.ONI_SEAT, MANY)
    held = samples["clue_place"] == st.CLUE_HELD
    unseen = np.isin(state["clue_place"][0], (st.CLUE_HELD, st.CLUE_DECK)) & (games.t.clue_kind != st.COMPLICATION)
    assert (held.sum(1) == n).all() and not held[:, ~unseen].any()
    assert all(near(share, n / unseen.sum()) for share in held[:, unseen].mean(0))
    assert (samples["nature"] == state["nature"]).all() and (samples["identity"] == state["identity"]).all()
    assert (worlds(games.play, state, 1, 20)["clue_place"] == st.CLUE_HELD)[:, state["clue_place"][0] == 2].all()


def test_a_question_because_of_a_clue_card_is_the_next_action_for_the_oni():
    games = seen("investigation-3")
    for decision in (st.COURTIER_CALL, st.COURTIER_SLOT):
        states = games.at[decision]
        d = games.play.determinized(states, st.ONI_SEAT)
        assert (d["decision"] == st.HERO_ACTION).all() and (d["depth"] == 1).all()
        top = d["tasks"][np.arange(len(d)), d["task_count"] - 1]
        assert (top[:, st.KIND] == st.T_HERO).all() and (d["seat"] == 1 + top[:, st.FIGURE]).all()
        assert not d["tasks"][np.arange(len(d)), d["task_count"]].any()
        assert games.play.masks(d)[:, 0].all()
    held, to_come = (states["clue_place"] == st.CLUE_HELD).sum(1), np.zeros(len(states), int)
    for i, state in enumerate(states):
        to_come[i] = state["tasks"][state["task_count"] - 1, st.LEFT_TO_DO]
    assert ((d["clue_place"] == st.CLUE_HELD).sum(1) == held + to_come).all() and to_come.any()


def test_such_a_question_outside_of_an_activation_stays_and_is_about_any_courtier_who_may_join():
    games = seen("investigation-3")
    state = games.at[st.COURTIER_SLOT][:1].copy()
    count = int(state["task_count"][0])
    state["tasks"][0, 1] = state["tasks"][0, count - 1]
    state["tasks"][0, 2:] = 0
    state["task_count"] = 2
    samples = worlds(games.play, state, st.ONI_SEAT, MANY)
    assert (samples["decision"] == st.COURTIER_SLOT).all()
    asked = samples["tasks"][:, 1, st.A]
    assert (samples["clue_place"][np.arange(MANY), asked] == st.CLUE_HELD).all()
    assert (games.t.clue_companion[asked] >= 0).all() and len(set(asked.tolist())) > 1
    assert ((samples["clue_place"] == st.CLUE_HELD).sum(1) == (state["clue_place"] == st.CLUE_HELD).sum()).all()


# ---- Chests ---------------------------------------------------------------------------------------------------------
def test_b006_what_is_under_a_closed_chest_is_any_with_its_upper_side():
    games = seen("investigation-3")
    t = games.t
    one, other = np.flatnonzero(t.token_kind == st.CHEST)[:2]
    faces = np.flatnonzero(t.face_kind == st.CHEST)
    first = next(f for f in faces if sum((t.faces[g, :2] == t.faces[f, :2]).all() for g in faces) > 1)
    alike = [int(g) for g in faces if (t.faces[g, :2] == t.faces[first, :2]).all()]
    state = games.at[st.PLAN_FIRST][:1].copy()
    state["token_at"][0, np.flatnonzero(t.token_kind == st.CHEST)] = -1
    state["token_face"][0, np.flatnonzero(t.token_kind == st.CHEST)] = [f for f in faces if f not in alike][:1]
    state["token_at"][0, one], state["token_face"][0, one] = 5, alike[-1]
    for seat in (0, 2):
        samples = worlds(games.play, state, seat, MANY)
        counts = Counter(samples["token_face"][:, one].tolist())
        assert sorted(counts) == alike and all(near(n / MANY, 1 / len(alike)) for n in counts.values())
        assert (samples["token_face"][:, other] == state["token_face"][0, other]).all()  # opened
        assert (games.play.redacted(state, seat)["token_face"][:, one] == alike[0]).all()
    state["token_face"][0, other] = alike[0]  # that one has been opened
    left = set(worlds(games.play, state, 1, 100)["token_face"][:, one].tolist())
    assert left == set(alike[1:])
