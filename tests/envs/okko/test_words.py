"""Names of actions in Okko Chronicles."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_v import SETTINGS, Seen, seen

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops, telling, words
from shugyo.envs.okko import state as st
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


@pytest.mark.parametrize(
    ("decision", "some"),
    [
        (st.PLAN_FIRST, {"lay Still Water to the right, as a technique", "lay Second Breath to the left, as a talent"}),
        (st.PLAN_SECOND, {"lay no second card", "lay Still Water to the right, as a technique"}),
        (st.TURN_UP, {"turn no card up", "turn Moonlit Katana up"}),
        (st.INITIATIVE, {"activate Okko next", "activate Noburo next", "activate Noshin next"}),
        (st.TECHNIQUE, {"lay no more techniques"}),
        (st.TECHNIQUE_CARD, {"lay it beside Ashigaru", "lay it beside Samurai"}),
        (st.HERO_ACTION, {"end the activation", "move", "open a Chest", "discard an Equipment card"}),
        (st.MOVE_SPACE, {"move to gate.a1"}),
        (st.ONI_CARD, {"activate Yurei", "activate Ashigaru"}),
        (st.ONI_FIGURE, {"end the activation", "act with Ashigaru 1"}),
        (st.ONI_ACTION, {"be done with this figure", "move"}),
        (st.ACCUSE, {"accuse nobody", "the Oni hides behind Sagi, the Poet", "the Oni is The Mask of a Bride"}),
        (st.REORGANISE, {"leave the Equipment as it is", "reorganise the Equipment"}),
        (st.ENHANCEMENT, {"enhance the thralls: Muster", "enhance the creatures: The Mist Thickens"}),
        (st.PLACE_ITEM, {"put Moonlit Katana in the left hand", "put Naginata in both hands"}),
        (st.SUMMON, {"summon no more", "summon Ashigaru"}),
        (st.COURTIER_SLOT, {"keep the card", "follow Okko"}),
        (st.FOLLOWER_CARD, {"take Tikku, Who Holds the Lantern"}),
        (st.CORRUPTION_TILE, {"corrupt Great Gate"}),
        (st.TEST_PLACE, {"at gate.c3: Chest 3/4"}),
    ],
    ids=lambda value: st.DECISIONS[value] if isinstance(value, int) else "",
)
def test_actions_in_words(decision, some):
    found = said(seen("investigation-3"), decision)
    assert some <= found, sorted(found)[:40]


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
    assert called[0] == "Okko" and "Ashigaru 10" in called and "Hiroji-San" in called


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
