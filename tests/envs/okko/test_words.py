"""Names of actions in Okko Chronicles."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_v import SETTINGS, Seen, seen

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops, telling, words
from shugyo.envs.okko import state as st
from shugyo.envs.okko.names import decoded
from shugyo.envs.okko.naming import figure_name, source_name


def names(games: Seen, state: np.void) -> list[str]:
    """The legal actions in words."""
    mask = games.play.masks(state.reshape(1))[0]
    return [words.action_name(state, games.t, int(action)) for action in np.flatnonzero(mask)]


def said(games: Seen, decision: int) -> set[str]:
    """All that is said at a decision."""
    return {name for state in games.at[decision] for name in names(games, state)}


def test_there_are_words_for_every_decision():
    assert len(words.DECISION_WORDS) == len(st.DECISIONS)
    assert len(set(words.DECISION_WORDS)) == len(st.DECISIONS)


def test_action_families_cover_every_id_once():
    end = 0
    for first, number, name, _ in words.ACTION_FAMILIES:
        assert first == end, name
        end += number
    assert end == act.NUM_ACTIONS == 493


@pytest.mark.parametrize("decision", range(len(st.DECISIONS)), ids=st.DECISIONS)
def test_every_action_has_a_name_of_its_own_in_every_decision(decision):
    games = seen("investigation-3")
    for state in games.at.get(decision, games.some)[:1].copy():
        state["decision"] = decision
        for seat in games.seats:
            state["seat"] = seat
            said = [words.action_name(state, games.t, action) for action in range(act.NUM_ACTIONS)]
            assert all(said)
            twice = {name for name in said if said.count(name) > 1}
            assert not twice


def test_names_do_not_need_a_sensible_record():
    for fill in (0, -1):
        state = np.zeros(1, st.STATE)[0]
        for field in ("seat", "companion", "token_on", "token_face", "item_owner", "at"):
            state[field] = fill
        for decision in range(len(st.DECISIONS)):
            state.decision = decision
            for action in range(act.NUM_ACTIONS):
                assert words.action_name(state, np.zeros(1, st.TABLES)[0], action)


@pytest.mark.parametrize("action", [-1, act.NUM_ACTIONS, 10**6])
def test_what_is_no_action_is_refused(action):
    games = seen("vigil-2")
    with pytest.raises(ValueError, match=rf"no action {action}: actions are 0 … 492"):
        words.action_name(games.some[0], games.t, action)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_is_said_of_what_the_seat_knows(name):
    games = seen(name)
    for states in games.at.values():
        for i, seat in enumerate(states["seat"][:3].tolist()):
            one = states[i : i + 1]
            redacted = games.play.redacted(one, seat)[0]
            assert names(games, one[0]) == names(games, redacted)
            assert words.occasion(one[0], games.t) == words.occasion(redacted, games.t)


FIXED = {
    st.PLAN_SECOND: {"lay no second card"},
    st.TURN_UP: {"turn no card up"},
    st.TECHNIQUE: {"lay no more techniques"},
    st.HERO_ACTION: {"end the activation", "move", "open a Chest", "discard an Equipment card"},
    st.ONI_FIGURE: {"end the activation"},
    st.ONI_ACTION: {"be done with this figure", "move"},
    st.ACCUSE: {"accuse nobody"},
    st.REORGANISE: {"leave the Equipment as it is", "reorganise the Equipment"},
    st.SUMMON: {"summon no more"},
    st.COURTIER_SLOT: {"keep the card"},
}
NAMED = [
    (st.PLAN_FIRST, "lay {} to the right, as a technique", "card_name"),
    (st.PLAN_FIRST, "lay {} to the left, as a talent", "card_name"),
    (st.PLAN_SECOND, "lay {} to the right, as a technique", "card_name"),
    (st.TURN_UP, "turn {} up", "item_name"),
    (st.INITIATIVE, "activate {} next", "hero_name"),
    (st.TECHNIQUE_CARD, "lay it beside {}", "kind_name"),
    (st.MOVE_SPACE, "move to {}", "space_name"),
    (st.ONI_CARD, "activate {}", "kind_name"),
    (st.ONI_FIGURE, "act with {} 1", "kind_name"),
    (st.ACCUSE, "the Oni hides behind {}", "clue_name"),
    (st.ACCUSE, "the Oni is {}", "clue_name"),
    (st.ENHANCEMENT, "enhance the thralls: {}", "node_name"),
    (st.ENHANCEMENT, "enhance the creatures: {}", "node_name"),
    (st.PLACE_ITEM, "put {} in the left hand", "item_name"),
    (st.PLACE_ITEM, "put {} in both hands", "item_name"),
    (st.SUMMON, "summon {}", "kind_name"),
    (st.COURTIER_SLOT, "follow {}", "hero_name"),
    (st.FOLLOWER_CARD, "take {}", "companion_name"),
    (st.CORRUPTION_TILE, "corrupt {}", "tile_name"),
]


@pytest.mark.parametrize("decision", FIXED, ids=st.DECISIONS.__getitem__)
def test_actions_in_words(decision):
    assert said(seen("investigation-3"), decision) >= FIXED[decision]


@pytest.mark.parametrize(("decision", "phrase", "field"), NAMED)
def test_cards_and_places_are_called_by_their_names(decision, phrase, field):
    """Whatever is named so is in the tables, and something is."""
    games = seen("investigation-3")
    known = {phrase.format(decoded(name)) for name in games.t[field]}
    before, after = phrase.split("{}")
    others = said(games, decision) - FIXED.get(decision, set())
    like_it = {one for one in others if one.startswith(before) and one.endswith(after)}
    if decision == st.ACCUSE:
        like_it = {one for one in like_it if "hides behind" in one} if "hides" in phrase else like_it & known
    assert like_it and like_it <= known


def test_a_chest_is_called_by_its_place_and_its_upper_side():
    games = seen("investigation-3")
    t = games.t
    chests = {"Chest {}/{}".format(*face[:2]) for face in t.faces[t.face_kind == st.CHEST]}
    called = [one.split(": ") for one in said(games, st.TEST_PLACE) if "Chest" in one]
    assert called and all(what in chests for _, what in called)
    assert {place for place, _ in called} <= {f"at {decoded(name)}" for name in t.space_name}


def test_a_question_of_a_program_tells_what_is_at_stake():
    games = seen("investigation-3")
    for state in games.at[st.MAY]:
        no, yes = names(games, state)
        who = words.occasion(state, games.t)
        source = int(state["tasks"][state["task_count"] - 1, st.SOURCE])
        assert source < 0 or who == source_name(state, games.t, source)
        assert no == f"no ({who})" and yes.startswith("yes: ") and yes.endswith(f"({who})") and who
    for state in games.at[st.OPTION]:
        assert [name[:10] for name in names(games, state)][:2] == ["option 1: ", "option 2: "]


def test_an_event_that_asks_is_named():
    games = seen("investigation-3")
    asked = [s for s in games.at[st.TARGET_FIGURE] if s["tasks"][s["task_count"] - 1, st.SOURCE] < 0]
    assert asked and all(words.occasion(state, games.t) for state in asked)


def test_figures_are_told_apart():
    games = seen("investigation-3")
    state, t = games.at[st.ONI_FIGURE][0], games.t
    exist = [f for f in range(st.FIGURES) if f < 3 or (f >= st.AGENT_FIGURE and t.figure_kind[f] >= 0)]
    called = [figure_name(state, t, figure) for figure in exist]
    assert len(set(called)) == len(called)
    heroes, kinds = ([decoded(name) for name in names] for names in (t.hero_name, t.kind_name))
    assert called[:3] == heroes[:3]
    for kind in np.flatnonzero(t.kind_count):
        many = int(t.kind_count[kind])
        assert (f"{kinds[kind]} {many}" if many > 1 else kinds[kind]) in called


def test_every_source_has_a_name():
    games = seen("masks-4-oni-picks-token-on-space")
    assert all(source_name(games.some[0], games.t, source) for source in range(st.SOURCES))
    assert source_name(games.some[0], games.t, -1) == ""


def test_programs_in_a_few_words():
    code = np.zeros((12, 6), int)
    code[:8] = [
        (ops.CHOOSE, 2, 0, 0, 0, 0),
        (ops.OPTION, 2, 4, 0, 0, 0),
        (ops.DAMAGE_BY, 2, ops.OTHER, 0, 0, 0),
        (ops.CONDITION, st.STUNNED, ops.OTHER, 0, 0, 0),
        (ops.OPTION, 1, 1, 0, 0, 0),
        (ops.HEAL, ops.AS_COUNTED, ops.SELF, 0, 0, 0),
        (ops.CHANGE_STAT, st.DEFENSE, 2, ops.SELF, ops.TILL_ROUND, 0),
        (ops.DRAW_EVENTS, -2, 0, 0, 0, 0),
    ]
    assert telling.option_told(code, 0, 0) == "2 Damage, Stunned"
    assert telling.option_told(code, 0, 1) == "heal as many Damage"
    assert telling.option_told(code, 0, 2) == ""
    assert telling.told(code, 6, 8) == "DEFENSE +2, discard 2 Event cards"
