"""Chapter 5, the starting phase: D45 to D53, and the rulings on it: R48, R57, R58."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

WATCHER = {
    "loot": [
        {"event": "draw", "do": [{"op": "loot", "deck": "samurai"}]},
        {"event": "discard", "do": [{"op": "loot", "deck": "samurai"}]},
    ],
    "passive": [{"event": "discard", "do": [{"op": "mon"}]}, {"event": "draw", "do": [{"op": "mon"}]}],
}
"""A hero who answers each discard and each extra draw."""


# ---- the five steps -------------------------------------------------------------------------------------------------
def test_d45_clean_up_and_move_come_before_the_draw():
    table = Table(num_players=2).field(0, "hiroko").hand(0, "okiku mon").hero(0, "ran").turn_of(0)
    assert table.decision == "MOVE 0"
    assert table.keys(table.s.discard[0]) == ["hiroko"]  # cleaned up already
    table.play("CARD okiku", "PASS")
    assert table.keys(table.s.hand[0]) == ["hiroko", "mon", "okiku"]  # both were shuffled in and drawn


def test_d45_the_draw_comes_before_the_active_hero():
    table = Table(num_players=2).deck(0, "okiku okiku okiku okiku okiku").hero(0, "ran").hero(0, "amba").turn_of(0)
    assert table.decision == "ACTIVE 0" and table.s.hand_size[0] == 5


def test_d45_the_active_hero_comes_before_recovering():
    table = Table(num_players=2).hero(0, "ran").hero(0, "amba", status=st.EXHAUSTED).field(0, "hiroko", st.EXHAUSTED)
    table.turn_of(0)
    assert table.decision == "ACTIVE 0" and table.choices() == ["HERO ran"]
    assert table.keys(table.s.field[0, st.EXHAUSTED]) == ["hiroko"]
    table.play("HERO ran")
    assert table.decision == "MAIN 0" and table.status("amba") == st.READY
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko"]


def test_d45_cards_that_recover_are_not_cleaned_up():
    table = Table(num_players=2).field(0, "hiroko", st.EXHAUSTED).field(0, "katsu").turn_of(0)
    assert table.decision == "MAIN 0"
    assert table.keys(table.s.hand[0]) == ["katsu"]  # cleaned up, shuffled and drawn
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko"]


def test_d46_clean_up_takes_the_own_cards_that_are_not_exhausted():
    table = Table(num_players=2).field(0, "hiroko hiroko izanami tea_bowl").field(1, "katsu").hand(0, "mon")
    table.field(0, "shichi", st.EXHAUSTED).field(0, "michiko", st.RAVAGED).turn_of(0)
    assert table.decision == "MOVE 0"
    assert table.keys(table.s.discard[0]) == ["hiroko", "hiroko", "izanami", "tea_bowl"]
    assert table.keys(table.s.field[0, st.EXHAUSTED]) == ["shichi"]
    assert table.keys(table.s.field[0, st.RAVAGED]) == ["michiko"]
    assert table.keys(table.s.field[1, st.READY]) == ["katsu"]


# ---- moving ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("moved", [0, 1, 4])
def test_d47_any_number_of_hand_cards_is_moved(moved):
    table = Table(num_players=2).hand(0, "mon okiku hiroko izanami").deck(0, "katsu katsu katsu katsu katsu").turn_of(0)
    names = ["CARD izanami", "CARD mon", "CARD okiku", "CARD hiroko"]
    assert table.choices() == sorted([*names, "PASS"])
    table.play(*names[:moved])
    assert table.s.discard_size[0] == moved
    if moved < 4:
        table.play("PASS")  # with an empty hand there is nothing more to ask
    assert table.decision == "MAIN 0" and table.s.hand_size[0] == 5 and table.s.discard_size[0] == moved


def test_d47_it_is_no_discard():
    table = Table(num_players=2, content=made(heroes={"watcher": WATCHER})).hero(0, "watcher", active=True)
    table.hand(0, "hiroko katsu okiku okiku okiku okiku").turn_of(0).play("CARD hiroko", "PASS", "HERO watcher")
    assert table.s.mon == 0 and table.keys(table.s.discard[0]) == ["hiroko"]


def test_r58_a_hand_with_cards_is_asked_and_an_empty_one_is_not():
    table = Table(num_players=2).hand(0, "mon mon mon mon mon").turn_of(0)
    assert table.decision == "MOVE 0"
    assert Table(num_players=2).deck(0, "mon mon").turn_of(0).decision == "MAIN 0"


@pytest.mark.parametrize(("hand", "asked"), [("mon", True), ("", False)])
def test_r58_so_it_is_with_boosts(hand, asked):
    content = made(heroes={"challenger": {"action": {"do": [{"op": "duel"}]}}})
    table = Table(num_players=2, content=content).hero(0, "challenger", active=True).hero(1, "ran", active=True)
    table.hand(0, hand).play("HERO_SKILL challenger", "HERO ran")
    if asked:  # though mon cannot boost
        assert table.decision == "BOOST 0" and table.choices() == ["PASS"]
    else:
        assert table.decision == "MAIN 0" and table.status("challenger") == st.EXHAUSTED


# ---- drawing --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("hand", "drawn"), [(0, 5), (1, 4), (4, 1), (5, 0), (7, 0)])
def test_d48_draws_up_to_five(hand, drawn):
    table = Table(num_players=2).hand(0, " ".join(["mon"] * hand)).deck(0, " ".join(["okiku"] * 6)).turn_of(0)
    table.on_to("MAIN 0")
    assert table.keys(table.s.hand[0]) == ["mon"] * hand + ["okiku"] * drawn
    assert table.s.deck_size[0] == 6 - drawn


def test_d48_fewer_if_there_are_no_more():
    table = Table(num_players=2).deck(0, "okiku").discard(0, "mon").turn_of(0)
    assert table.keys(table.s.hand[0]) == ["mon", "okiku"]


def test_d48_these_draws_trigger_nothing():
    table = (
        Table(num_players=2, content=made(heroes={"watcher": WATCHER}))
        .hero(0, "watcher", active=True)
        .deck(0, " ".join(["okiku"] * 6))
    )
    table.turn_of(0).play("HERO watcher")
    assert table.s.hand_size[0] == 5 and table.s.mon == 0 and table.s.discard_size[0] == 0


def test_d48_an_extra_draw_in_the_turn_does():
    content = made(heroes={"watcher": WATCHER}, reinforcements={"scout": {"draw": 1}})
    table = Table(num_players=2, content=content).hero(0, "watcher", active=True).hand(0, "scout").deck(0, "okiku")
    table.play("PLAY scout")
    assert table.s.mon == 1 and table.s.discard_size[0] == 1


# ---- the active hero ------------------------------------------------------------------------------------------------
def test_d49_one_own_ready_hero_must_be_chosen():
    table = Table(num_players=2).hero(0, "ran").hero(0, "amba").hero(0, "aiko", status=st.EXHAUSTED)
    table.hero(1, "komatsu").area("orora").turn_of(0)
    assert table.decision == "ACTIVE 0" and table.choices() == ["HERO amba", "HERO ran"]
    table.play("HERO amba")
    assert table.active(0) == "amba" and table.active(1) is None


def test_d49_any_hero_can_be_the_one():
    for key in Table(num_players=2).content["heroes"]:
        table = Table(num_players=2).hero(0, key).turn_of(0)
        assert table.decision == "ACTIVE 0" and table.choices() == [f"HERO {key}"]
        assert table.play(f"HERO {key}").active(0) == key


def test_d49_another_one_each_turn():
    table = Table(num_players=2).hero(0, "ran", active=True).hero(0, "amba").turn_of(0).play("HERO amba")
    assert table.active(0) == "amba"
    assert table.turn_of(0).play("HERO ran").active(0) == "ran"


@pytest.mark.parametrize("exhausted", [0, 1, 3])
def test_d50_no_heroes_or_exhausted_ones_only(exhausted):
    table = Table(num_players=2)
    for key in ("ran", "amba", "aiko")[:exhausted]:
        table.hero(0, key, status=st.EXHAUSTED)
    assert table.turn_of(0).decision == "MAIN 0"
    assert table.active(0) is None


def test_d50_a_token_of_the_turn_before_is_gone():
    content = made(heroes={"maid": {"action": {"do": [{"op": "exhaust_self"}]}}})
    table = Table(num_players=2, content=content).hero(0, "maid").turn_of(0).play("HERO maid")
    assert table.active(0) == "maid"
    table.play("HERO_SKILL maid")
    assert table.turn_of(0).active(0) is None and table.decision == "MAIN 0"


# ---- recovering -----------------------------------------------------------------------------------------------------
def test_d51_all_exhausted_cards_and_heroes_recover():
    table = Table(num_players=2).field(0, "hiroko hiroko izanami", st.EXHAUSTED).hero(0, "ran", status=st.EXHAUSTED)
    table.hero(0, "amba", status=st.EXHAUSTED).hero(1, "aiko", status=st.EXHAUSTED).field(1, "katsu", st.EXHAUSTED)
    table.turn_of(0)
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko", "hiroko", "izanami"]
    assert table.status("ran") == table.status("amba") == st.READY
    assert table.status("aiko") == st.EXHAUSTED and table.keys(table.s.field[1, st.EXHAUSTED]) == ["katsu"]


def test_r48_each_moves_one_step():
    table = Table(num_players=2).field(0, "hiroko katsu", st.RAVAGED).field(0, "hiroko", st.EXHAUSTED)
    table.hero(0, "ran", status=st.RAVAGED).hero(0, "amba", status=st.EXHAUSTED).turn_of(0)
    assert table.keys(table.s.field[0, st.EXHAUSTED]) == ["hiroko", "katsu"]
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko"] and not table.s.field[0, st.RAVAGED].any()
    assert table.status("ran") == st.EXHAUSTED and table.status("amba") == st.READY
    table.hand(0, " ".join(["okiku"] * 5)).turn_of(0).on_to("MAIN 0")
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko", "katsu"]
    assert table.status("ran") == st.READY


def test_r48_only_what_becomes_ready_has_recovered():
    maid = {"passive": [{"event": "recover", "do": [{"op": "mon"}]}]}
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "maid")
    table.field(0, "hiroko katsu", st.RAVAGED).field(0, "hiroko hiroko", st.EXHAUSTED)
    table.hero(0, "ran", status=st.RAVAGED).hero(0, "amba", status=st.EXHAUSTED).turn_of(0).play("HERO maid")
    assert table.s.mon == 2 + 1


def test_d52_exhausted_hero_misses_exactly_one_choice():
    table = Table(num_players=2).hero(0, "ran", active=True).hero(0, "amba")
    table.s.status[table.character("ran")] = st.EXHAUSTED
    table.s.active[0] = -1
    assert table.turn_of(0).choices() == ["HERO amba"]
    table.play("HERO amba")
    assert table.turn_of(0).choices() == ["HERO amba", "HERO ran"]


def test_d52_none_if_an_effect_recovers_her_before():
    scout = {"skills": [{"on": "deploy", "do": [{"op": "recover", "what": "hero"}]}]}
    table = Table(num_players=2, content=made(reinforcements={"scout": scout})).hand(0, "scout")
    table.hero(0, "ran", status=st.EXHAUSTED).hero(0, "amba").play("PLAY scout", "HERO ran")
    assert table.turn_of(0).on_to("ACTIVE 0").choices() == ["HERO amba", "HERO ran"]


def test_d52_ravaged_hero_misses_two():
    table = Table(num_players=2).hero(0, "ran", status=st.RAVAGED).hero(0, "amba")
    for choices in (["HERO amba"], ["HERO amba"], ["HERO amba", "HERO ran"]):
        assert table.turn_of(0).choices() == choices
        table.play("HERO amba")


# ---- the token ------------------------------------------------------------------------------------------------------
def test_d53_the_token_stays_in_the_turns_of_others():
    table = Table(num_players=3).hero(0, "ran").hero(0, "amba").turn_of(0).play("HERO ran")
    table.on_to("MAIN 1")
    assert table.active(0) == "ran"
    table.on_to("MAIN 2")
    assert table.active(0) == "ran"
    table.on_to("ACTIVE 0")
    assert table.active(0) is None  # taken off for the choice that is pending


def test_d53_it_is_given_at_no_other_time():
    table = Table(num_players=2).hero(0, "ran", status=st.EXHAUSTED).area("aiko").turn_of(0)
    table.s.mon = 20
    table.play("BUY_HERO aiko")
    assert table.status("ran") == st.READY  # recovered, and too late
    assert table.active(0) is None


# ---- decisions that are none ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("auto_forced", [True, False])
def test_r57_a_single_choice_is_made_by_the_engine(auto_forced):
    table = Table(num_players=2, auto_forced=auto_forced).hero(0, "ran").hand(0, "okiku").turn_of(0).play("PASS")
    assert table.decision == ("MAIN 0" if auto_forced else "ACTIVE 0")
    assert table.active(0) == ("ran" if auto_forced else None)


def test_r57_not_where_there_are_two():
    table = Table(num_players=2, auto_forced=True).hero(0, "ran").hero(0, "amba").turn_of(0)
    assert table.decision == "ACTIVE 0"
