"""Chapter 17: the worked examples of the rulebook, with its numbers and the shipped cards: W1 to W5."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

DECK = "mon mon mon mon mon mon mon mon"  # enough for whatever is drawn


# ---- W1: icons ------------------------------------------------------------------------------------------------------
def nene() -> Table:
    """Nene Sugihara, a ninja, is active; in hand are Hiroko, a samurai, and Katsu, a ninja."""
    table = Table(num_players=2).hero(0, "nene_sugihara", active=True).hero(1, "aiko", active=True)
    return table.hand(0, "hiroko katsu").deck(0, DECK).field(1, "okiku")


def test_w1_hiroko_gives_her_bonuses_and_not_her_skill():
    skill = Table().content["reinforcements"]["hiroko"]["skills"][0]
    assert skill["icon"] == "samurai" and skill["do"] == [{"op": "draw", "n": 2}]  # what would be seen
    table = nene().play("PLAY hiroko")
    assert table.s.deployments == 1 and table.s.trade_points == 1
    assert table.decision == "MAIN 0" and table.keys(table.s.hand[0]) == ["katsu"]


def test_w1_katsus_skill_works():
    # Her designed skill exhausts a card of another player.
    table = nene().play("PLAY katsu")
    assert table.decision == "TARGET_PLAYER 0"
    table.play("PLAYER 1", "CARD okiku")
    assert table.s.field[1, st.EXHAUSTED, table.card("okiku")] == 1


def test_w1_and_the_other_way_round_under_a_samurai():
    table = Table(num_players=2).hero(0, "komatsu", active=True).hand(0, "hiroko katsu").deck(0, DECK)
    table.field(1, "okiku").play("PLAY hiroko")
    assert table.s.hand_size[0] == 3  # katsu and two drawn cards
    assert table.play("PLAY katsu").decision == "MAIN 0"


# ---- W2: deployments ------------------------------------------------------------------------------------------------
def shichi_and_shizuka() -> Table:
    table = Table(num_players=2).hero(0, "komatsu", active=True).hand(0, "shichi shizuka").deck(0, DECK)
    assert table.s.deployments == 1 and table.s.mon == 0
    return table


def test_w2_shichi_first_then_shizuka():
    table = shichi_and_shizuka().play("PLAY shichi")
    assert table.s.deployments == 1
    table.play("PLAY shizuka")
    assert table.keys(table.s.field[0, st.READY]) == ["shichi", "shizuka"] and table.s.mon == 2


def test_w2_shizuka_first_and_nothing_else():
    table = shichi_and_shizuka().play("PLAY shizuka")
    assert table.s.mon == 2 and table.s.deployments == 0 and not table.can("PLAY shichi")


# ---- W3, W4: trades -------------------------------------------------------------------------------------------------
NINJA, SAMURAI, WITH_POINT = "nine_knots", "kogarasu", "crane_banner"
HAND = f"{NINJA} {SAMURAI} {WITH_POINT}"


def two_hiroko(hand: str = HAND) -> Table:
    """Two Hiroko have been deployed; a ninja active hero, so that their skill draws nothing."""
    table = Table(num_players=2).hero(0, "nene_sugihara", active=True).hand(0, f"hiroko hiroko {hand}")
    return table.play("PLAY hiroko", "PLAY hiroko")


def test_w3_two_hiroko_are_two_trade_points():
    table = two_hiroko()
    assert table.s.trade_points == 2 and table.s.deployments == 1


@pytest.mark.parametrize(
    ("given", "wanted", "price"),
    [(NINJA, "ninja", 1), (NINJA, "samurai", 2), (SAMURAI, "samurai", 1), (SAMURAI, "ninja", 2)],
)
def test_w3_the_four_trades(given, wanted, price):
    table = two_hiroko()
    assert table.t.card_class[table.card(given)] == (given == NINJA)  # 0 samurai, 1 ninja
    table.play(f"TRADE {wanted}", f"CARD {given}")
    assert table.s.trade_points == 2 - price and given not in table.keys(table.s.hand[0])
    (new,) = table.keys(table.s.discard[0])
    assert table.content["treasures"][new]["class"] == wanted


def test_w3_no_regalia_for_two_points():
    table = two_hiroko()
    assert table.can("TRADE samurai") and table.can("TRADE ninja") and not table.can("TRADE regalia")
    assert table.play("TRADE samurai").choices() == sorted(f"CARD {key}" for key in HAND.split())


def test_w4_a_treasure_with_a_trade_point_makes_three():
    treasure = Table().content["treasures"][WITH_POINT]
    assert treasure["class"] == "samurai" and treasure["trade_points"] == 1
    table = two_hiroko().deck(0, DECK).play(f"PLAY {WITH_POINT}")
    assert table.s.trade_points == 3
    table.play("TRADE regalia")
    assert table.choices() == sorted([f"CARD {NINJA}", f"CARD {SAMURAI}"])  # those still in the hand
    table.play(f"CARD {NINJA}")
    (new,) = table.keys(table.s.discard[0])
    assert new in table.content["regalia"] and table.s.trade_points == 0


# ---- W5: a duel -----------------------------------------------------------------------------------------------------
def komatsu_against_ran(hand: str) -> Table:
    """Komatsu attacks with 8, and no more; Ran's owner, with this hand, is asked for a boost to her 5."""
    plain = {"loot": [], "passive": [], "modifiers": []}
    attack = {"skills": [{"on": "deploy", "do": [{"op": "duel"}]}], "draw": 0, "mon": 0}
    overlay = {"heroes": {"komatsu": plain, "ran": plain}, "reinforcements": {"tomoko_asai": attack}}
    table = Table(num_players=2, content=overlay).hero(0, "komatsu", active=True).hero(1, "ran", active=True)
    table.hand(0, "tomoko_asai").hand(1, hand).play("PLAY tomoko_asai", "HERO ran")
    assert table.t.character_cost[table.character("komatsu")] == 8
    assert table.t.character_def[table.character("ran")] == 5
    return table


def statuses(table: Table) -> tuple[int, int]:
    """Of Komatsu and Ran, once the duel is over."""
    assert table.decision == "MAIN 0"
    return table.status("komatsu"), table.status("ran")


def test_w5_ran_alone_would_lose():
    assert statuses(komatsu_against_ran("")) == (st.READY, st.EXHAUSTED)
    assert statuses(komatsu_against_ran("shizuka michiko").play("PASS")) == (st.READY, st.EXHAUSTED)


def test_w5_shizuka_cannot_win_for_a_ninja_but_negates_the_duel():
    table = komatsu_against_ran("shizuka michiko")
    assert table.decision == "BOOST 1"
    table.play("CARD shizuka")
    assert statuses(table) == (st.READY, st.READY)
    assert table.active(0) == "komatsu" and table.active(1) == "ran"


def test_w5_michiko_makes_it_eleven_to_eight():
    table = komatsu_against_ran("shizuka michiko").play("CARD michiko", "PASS")
    assert statuses(table) == (st.EXHAUSTED, st.READY)
    assert table.active(0) is None and table.active(1) == "ran"
    assert table.keys(table.s.hand[1]) == ["shizuka"] and table.keys(table.s.discard[1]) == ["michiko"]
