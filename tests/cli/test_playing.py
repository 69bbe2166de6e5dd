from __future__ import annotations

import re

import numpy as np
import pytest

from shugyo import envs
from shugyo.cli.playing import telling
from shugyo.cli.playing.grouping import Family, find_moves, group_moves, reading_order
from shugyo.cli.playing.narrow import narrow
from shugyo.cli.playing.session import Session
from shugyo.cli.playing.telling import Teller
from shugyo.envs.core.batch import legal_masks, redact_seats
from shugyo.envs.core.options import parse_options
from shugyo.envs.covenant import actions as covenant_actions
from shugyo.envs.covenant import state as covenant_state


def session_of(env_id: str, seed: int, own: tuple[int, ...], against: str, **options: object) -> Session:
    game = getattr(envs, env_id).GAME
    return Session(game, parse_options(game.options_type, env_id, options), seed, own, [against])


# ---- what is shown --------------------------------------------------------------------------------------------------
def test_moves_are_grouped_by_their_words():
    names = ["end the turn", "sell A for 1 mon", "deploy A", "deploy B of C", "sell D E for 1 mon", "offer 1 vote"]
    assert group_moves(names) == [
        Family("", ((0, "end the turn"), (5, "offer 1 vote"))),
        Family("sell … for 1 mon", ((1, "A"), (4, "D E"))),
        Family("deploy", ((2, "A"), (3, "B of C"))),
    ]
    assert reading_order(group_moves(names)) == [0, 5, 1, 4, 2, 3]
    assert group_moves(["no", "no more"]) == [Family("", ((0, "no"), (1, "no more")))] and group_moves([]) == []
    assert find_moves(names, "SELL d") == [4] and find_moves(names, "xyz") == []


def check_groups(session: Session, decisions: int) -> int:
    """Plays by chance and looks at all groups on the way; returns the size of the largest."""
    largest, choose = 0, np.random.default_rng(1)
    for _ in range(decisions):
        if session.over:
            break
        names = [session.name(action) for action in session.legal()]
        families = group_moves(names)
        assert sorted(reading_order(families)) == list(range(len(names)))
        for family in families:
            assert len({words for _, words in family.moves}) == len(family.moves)
            for index, words in family.moves:
                head, _, tail = family.title.partition(" … ")
                assert " ".join(part for part in (head, words, tail) if part) == names[index] and words
            largest = max(largest, len(family.moves)) if family.title else largest
        session.play(int(choose.choice(session.legal())))
    return largest


def test_groups_of_covenant():
    assert check_groups(session_of("covenant_v0", 1, (0, 1, 2), "random", num_players=3), 300) > 5


def test_groups_of_daimyo():
    assert check_groups(session_of("daimyo_v0", 1, (0, 1), "random", num_players=2), 300) > 5


@pytest.mark.slow
def test_groups_of_okko():
    assert check_groups(session_of("okko_v0", 1, (0, 1, 2), "random", num_heroes=2), 300) > 5


def test_a_picture_fits_a_narrow_terminal():
    session = session_of("covenant_v0", 3, (0,), "random", num_players=3)
    for _ in range(10):
        session.play(session.legal()[0]) if session.seat == 0 else session.answer()
    picture = session.picture(0)
    assert narrow(picture, 99) == picture
    small = narrow(picture, 80)
    assert max(map(len, small.splitlines())) <= 80
    letters = re.compile(r"\w+")
    assert sorted(letters.findall(small)) == sorted(letters.findall(picture))


# ---- what is told ---------------------------------------------------------------------------------------------------
def told_in(session: Session, seat: int, decisions: int) -> list[tuple[str, int, str | None, np.ndarray]]:
    """(decision, action, what the seat was told, the state afterwards as it sees it) of the others' decisions."""
    teller, found = Teller(session.game, session.spec.tables), []
    for _ in range(decisions):
        if session.over:
            break
        actor = session.seat
        session.answer()
        if actor != seat:
            snapshot, action = session.past[-1]
            state = snapshot["states"][0]
            after = session.slots.states.copy()
            redact_seats(after, session.spec.tables, np.array([seat], np.int32))
            decision = session.game.decisions[state["decision"]]
            found.append((decision, action, teller.words(state, action, seat), after[0]))
    return found


def test_no_card_is_told_that_the_seat_cannot_place():
    commits = told = 0
    for seed in range(4):
        for decision, action, words, after in told_in(session_of("covenant_v0", seed, (), "random"), 0, 300):
            if action < covenant_actions.CARD or after["over"]:
                continue
            card = action - covenant_actions.CARD
            if decision == "COMMIT":
                commits += 1
                assert words is None, words
            elif words is not None:
                told += 1
                assert after["zone"][card] != covenant_state.UNKNOWN, words
    assert commits > 20 and told > 20


def test_what_is_told_depends_on_what_the_seat_sees_alone():
    # The same deal as the seat knows it, with other cards hidden: where both actions look alike, so does what is told.
    session = session_of("covenant_v0", 11, (), "random", mode="conflict")
    teller, same = Teller(session.game, session.spec.tables), 0
    for _ in range(40):
        if session.over:
            break
        state = session.slots.states[0].copy()
        if session.seat == 1:
            for action in session.legal():
                if (words := teller.words(state, action, 0)) is None:
                    continue
                mine = teller._after(np.array([state]), np.array([action]), 0)
                for world in teller._worlds(state, 0)[:4]:
                    others = np.flatnonzero(_mask(session, world))
                    views = teller._after(np.repeat(np.array([world]), len(others)), others, 0)
                    for other, view in zip(others.tolist(), views, strict=True):
                        if view.tobytes() == mine[0].tobytes():
                            same += 1
                            assert teller.words(world, other, 0) in (None, words)
        session.answer()
    assert same > 20


def _mask(session: Session, world: np.ndarray) -> np.ndarray:
    states, mask = np.array([world]), np.zeros((1, session.spec.num_actions), np.int8)
    legal_masks(states, session.spec.tables, mask)
    return mask[0]


def test_that_somebody_could_have_interrupted_is_not_told_unless_it_is_certain():
    kept_back = 0
    for seed in range(2):
        session = session_of("daimyo_v0", seed, (), "heuristic", num_players=2, nemesis=True)
        teller = Teller(session.game, session.spec.tables)
        while not session.over:
            state = session.slots.states[0].copy()
            session.answer()
            action = session.actions[-1]
            if session.game.decisions[state["decision"]] != "INTERRUPT" or state["seat"] == 0 or action != 0:
                continue
            choices = [_mask(session, world).sum() for world in teller._worlds(state, 0)]
            words = teller.words(state, action, 0)
            assert words is None or min(choices) > 1
            kept_back += words is None
    assert kept_back > 0


def test_what_one_sample_in_a_hundred_speaks_against_is_kept_back(monkeypatch: pytest.MonkeyPatch):
    session = session_of("daimyo_v0", 0, (), "heuristic", num_players=2, nemesis=True)
    teller, looked_at, words = Teller(session.game, session.spec.tables), 0, telling._words
    while not session.over and looked_at < 4:
        state, actor = session.slots.states[0].copy(), session.seat
        session.answer()
        action = session.actions[-1]
        if actor == 0 or session.game.decisions[state["decision"]] != "BOOST" or not teller.words(state, action, 0):
            continue
        looked_at += 1
        with monkeypatch.context() as more:
            more.setattr(telling, "WORLDS", 1000)
            more.setattr(telling, "_words", lambda number, index: words(number, index + 1))  # other samples
            worlds = teller._worlds(state, 0)
        doubts = 0
        for world in worlds:
            monkeypatch.setattr(teller, "_worlds", lambda *_, one=world: one[None])
            doubts += not teller.is_plain(state, action, 0)
        monkeypatch.undo()
        assert doubts <= 0.01 * len(worlds), teller.words(state, action, 0)
    assert looked_at >= 2


@pytest.mark.slow
def test_what_the_oni_decides_in_secret_is_not_told_to_the_heroes():
    session = session_of("okko_v0", 1, (), "random", num_heroes=2, content={"rules": {"A31": "oni"}})
    found = told_in(session, 1, 400)
    secret = [(decision, words) for decision, _, words, _ in found if decision in ("COURTIER", "TECHNIQUE_CARD")]
    assert {decision for decision, _ in secret} == {"COURTIER", "TECHNIQUE_CARD"}
    assert not any(words for _, words in secret)


@pytest.mark.slow
def test_what_the_heroes_lay_is_not_told_to_the_oni():
    found = told_in(session_of("okko_v0", 1, (), "heuristic", num_heroes=2), 0, 60)
    laid = [words for decision, _, words, _ in found if decision in ("PLAN_FIRST", "PLAN_SECOND")]
    assert laid and set(laid) <= {None, "lay no second card"}  # how many cards lie where is known to all
