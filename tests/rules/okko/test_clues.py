"""Chapter 17 and 28.13, drawing Clue cards (O167 to O175, A32, B74 to B76)."""

from __future__ import annotations

import pytest
from rules.okko.position_a import RULES, Position

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

COURTIER, ONI, COMPLICATION = st.COURTIER_CLUE, st.ONI_CLUE, st.COMPLICATION


def drawing(p: Position, n: int) -> Position:
    return p.start(st.T_CLUES, 0, n)


def held(p: Position) -> set[int]:
    return {clue for clue in range(st.CLUES) if p.s.clue_place[clue] == st.CLUE_HELD}


def test_o170_o171_o174_courtiers_and_oni_are_kept_by_the_team():
    p = drawing(Position().clue(0, COURTIER, program=True).clue(1, ONI), 2)
    assert held(p) == {0, 1} and p.s.task_count == 0
    assert p.events == [("clue", 0), ("clue", 0)]


def test_o022_the_secret_cards_are_never_drawn():
    p = Position().clue(0, ONI).clue(1, ONI, st.CLUE_SECRET).clue(2, COURTIER, st.CLUE_SECRET)
    p = drawing(p, 3)
    assert held(p) == {0} and p.s.clue_place[1] == p.s.clue_place[2] == st.CLUE_SECRET


@pytest.mark.parametrize("cards", [0, 2])
def test_a32_who_draws_gets_what_is_left(cards):
    p = Position()
    for clue in range(cards):
        p.clue(clue, ONI)
    p = drawing(p, 3)
    assert held(p) == set(range(cards)) and len(p.events) == cards and p.s.task_count == 0


def test_b100_every_card_of_the_deck_can_come_first():
    first = set()
    for key in range(60):
        p = Position().clue(0, ONI).clue(1, COURTIER).clue(2, ONI)
        p.s.key = key
        first |= held(drawing(p, 1))
        assert p.s.draws[st.CLUE_DRAWS] == 1  # the next card has a random word of its own
    assert first == {0, 1, 2}


def test_o175_b74_b76_a_complication_is_carried_out_before_the_next_card_is_drawn():
    p = drawing(Position().clue(0, COMPLICATION, program=True).clue(1, COMPLICATION, program=True), 2)
    assert p.doing() == st.T_PROGRAM and p.task()[st.FIGURE] == 0
    out = {clue for clue in (0, 1) if p.s.clue_place[clue] == st.CLUE_OUT}
    assert len(out) == 1 and p.task()[st.SOURCE] == st.CLUE_SOURCE + out.pop()
    p.done(st.T_PROGRAM)
    assert p.doing() == st.T_PROGRAM and (p.s.clue_place[:2] == st.CLUE_OUT).all()
    assert p.done(st.T_PROGRAM).s.task_count == 0


def test_o206_a_hero_eliminated_by_a_complication_draws_no_more():
    p = drawing(Position().clue(0, COMPLICATION, program=True).clue(1, COMPLICATION, program=True), 2)
    p.s.alive[0] = 0
    p.done(st.T_PROGRAM)
    assert p.s.task_count == 0 and (p.s.clue_place[:2] == st.CLUE_DECK).sum() == 1


# ---- Courtiers who become Followers ---------------------------------------------------------------------------------
def joining(p: Position) -> Position:
    """The card of a Courtier who may become companion 7; the token, if it is on the board, is token 0."""
    p.card(7).clue(0, COURTIER, program=True, joins=7)
    p.t.clue_token[0] = 0
    return drawing(p, 1)


def test_b075_the_team_decides_whose_follower_the_courtier_becomes():
    p = Position(heroes=3).follower(2, 1, 9).token(0, st.COURTIER_TOKEN, 11)
    p.s.alive[0] = 0  # the team's seat is then that of Hero 1, whose slot is taken
    p.card(7).clue(0, COURTIER, program=True, joins=7)
    p.t.clue_token[0] = 0
    p.start(st.T_CLUES, 2, 1)
    assert p.asked() == "COURTIER_SLOT" and p.s.seat == 2
    assert p.choices() == {act.PASS, act.HERO_NAME + 2}
    p.play(act.HERO_NAME + 2)
    assert p.s.companion[2] == 7 and p.s.at[st.COMPANION_FIGURE + 2] == 11  # where the token lay, however far
    assert p.s.token_at[0] == -1 and p.s.token_on[11] == -1 and p.s.occupant[11] == st.COMPANION_FIGURE + 2
    assert p.s.clue_place[0] == st.CLUE_JOINED and held(p) == set()
    assert ("join", st.COMPANION_FIGURE + 2) in p.events


def test_b075_without_the_token_a_space_beside_the_hero_is_chosen():
    p = joining(Position()).play(act.HERO_NAME + 1)
    assert p.asked() == "FOLLOWER_SPACE" and p.s.seat == 2
    assert p.spaces() == {2, 6, 7, 8}
    p.play(act.SPACE_NAME + 7)
    assert p.s.at[st.COMPANION_FIGURE + 1] == 7 and p.s.task_count == 0


def test_o056_b075_a_token_on_a_reinforcement_space_makes_way_for_a_space_beside_the_hero():
    p = Position().token(0, st.COURTIER_TOKEN, 11)
    p.t.space_mark[11] = 1
    joining(p).play(act.HERO_NAME)
    assert p.asked() == "FOLLOWER_SPACE" and p.spaces() == {6, 7} and p.s.token_at[0] == -1


def test_o171_b075_the_card_may_be_kept_to_be_played():
    p = joining(Position().token(0, st.COURTIER_TOKEN, 11)).play(act.PASS)
    assert held(p) == {0} and p.s.token_on[11] == 0 and p.s.companion[0] == -1


def test_o172_b060_without_a_free_slot_nobody_is_asked():
    p = joining(Position().follower(2, 0, 9).follower(3, 1, 10))
    assert p.asked() == "" and held(p) == {0}


def test_b064_who_is_out_of_the_game_does_not_join():
    p = Position()
    p.s.companion_gone[7] = 1
    assert joining(p).asked() == "" and held(p) == {0}


def test_o173_a_courtier_who_is_a_follower_is_an_ally_and_not_interrogated():
    """Before, the token can be interrogated from beside it; after, opponents can attack who stands there instead."""
    p = Position("aaaaaa", heroes=1).stand(0, 2).token(0, st.COURTIER_TOKEN, 3, (1, 1, 0, 0)).stand(8, 4)
    assert act.INVESTIGATE in p.start(st.T_HERO, 0).choices()
    p = joining(Position("aaaaaa", heroes=1).stand(0, 2).token(0, st.COURTIER_TOKEN, 3, (1, 1, 0, 0)).stand(8, 4))
    p.play(act.HERO_NAME)
    assert act.INVESTIGATE not in p.start(st.T_HERO, 0).choices()
    assert act.MELEE in p.play(act.PASS).choices() and p.asked() == "FOLLOWER_ACTION"
    can_attack = RULES.attack.can_attack
    assert can_attack(p.s, p.t, 8, ops.MELEE, st.COMPANION_FIGURE)
    assert not can_attack(p.s, p.t, 0, ops.MELEE, st.COMPANION_FIGURE)
