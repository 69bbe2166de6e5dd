"""Chapter 4, goal and flow: D36 to D44, and R8, what happens where nothing is left."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

POOLS = {"samurai": "hiroko shichi shizuka shichi", "ninja": "katsu michiko katsu michiko"}


def position(**options) -> Table:
    """Seat 0 in its main phase, the pools full."""
    table = Table(**{"num_players": 2, **options})
    for cls, keys in POOLS.items():
        table.pool(cls, keys)
    return table


def next_turn(table: Table) -> int:
    """Ends the turn, and says whose turn it is then."""
    table.on_to(f"MAIN {table.s.current}").play("END_TURN").on_to(f"END_REFRESH {table.s.current}").play("PASS")
    return int(table.s.current)


# ---- turns and rounds -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 0), (3, 1), (3, 2), (5, 0)])
def test_d36_turns_go_round_clockwise(players, seed):
    table = Table(bare=False, num_players=players, seed=seed)
    first, turns, rounds = int(table.s.first), [int(table.s.current)], [int(table.s.turn)]
    for _ in range(2 * players):
        turns.append(next_turn(table))
        rounds.append(int(table.s.turn))
    assert turns == [(first + i) % players for i in range(2 * players + 1)]
    assert rounds == [0] * players + [1] * players + [2]


def test_d37_each_round_begins_with_the_first_player():
    table = Table(bare=False, num_players=3, seed=4)
    first, begins = int(table.s.first), [int(table.s.current)]
    while table.s.turn < 3:
        before = table.s.turn
        seat = next_turn(table)
        assert table.s.first == first
        if table.s.turn > before:
            begins.append(seat)
    assert begins == [first] * 4


# ---- cards ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["BUY katsu", "BUY_TOP samurai"])
def test_d38_bought_reinforcement_goes_to_the_discard_pile(name):
    table = position().pile("samurai", "tae_masamune").hand(0, "mon")
    table.s.mon = 5
    table.play(name)
    assert table.keys(table.s.discard[0]) == ["katsu" if "katsu" in name else "tae_masamune"]
    assert table.keys(table.s.hand[0]) == ["mon"] and table.s.deck_size[0] == 0


def test_d38_it_will_be_drawn_some_time():
    table = position()
    table.s.mon = 3
    table.play("BUY katsu")
    next_turn(table)
    next_turn(table)
    table.on_to("MAIN 0")
    assert table.keys(table.s.hand[0]) == ["katsu"]


def test_d39_discard_pile_becomes_the_deck_when_a_card_has_to_be_drawn():
    table = Table(num_players=2, content=made(reinforcements={"scout": {"draw": 2}}))
    table.hand(0, "scout").deck(0, "okiku").discard(0, "mon mon mon")
    table.play("PLAY scout")
    assert table.keys(table.s.hand[0]) == ["mon", "okiku"]
    assert table.keys(table.s.deck[0]) == ["mon", "mon"] and table.s.discard_size[0] == 0


def test_d39_not_before():
    table = Table(num_players=2, content=made(reinforcements={"scout": {"draw": 1}}))
    table.hand(0, "scout").deck(0, "okiku").discard(0, "mon mon mon").play("PLAY scout")
    assert table.s.deck_size[0] == 0 and table.s.discard_size[0] == 3


def test_d39_neither_field_nor_the_piles_of_others_are_shuffled_in():
    table = Table(num_players=2, content=made(reinforcements={"scout": {"draw": 4}}))
    table.hand(0, "scout").discard(0, "okiku").discard(1, "okiku okiku").field(0, "hiroko").pile("ninja", "katsu")
    table.play("PLAY scout")
    assert table.keys(table.s.hand[0]) == ["okiku"]
    assert table.keys(table.s.field[0, st.READY]) == ["hiroko", "scout"]
    assert table.s.discard_size[1] == 2


def test_d40_deployed_card_lies_in_the_field():
    table = position(num_players=3).hand(0, "shizuka").play("PLAY shizuka")
    for _ in range(2):  # through the turns of the others
        assert table.keys(table.s.field[0, st.READY]) == ["shizuka"]
        assert table.s.hand_size[0] == table.s.discard_size[0] == 0
        next_turn(table)


def test_d41_until_the_next_starting_phase_of_its_owner():
    table = position().hand(0, "shizuka okiku okiku okiku okiku okiku").play("PLAY shizuka")
    next_turn(table)
    assert table.keys(table.s.field[0, st.READY]) == ["shizuka"]
    next_turn(table)
    assert table.decision == "MOVE 0"
    assert not table.s.field[0].any() and table.keys(table.s.discard[0]) == ["shizuka"]


def test_d41_unless_it_is_exhausted():
    table = Table(num_players=2).field(0, "shizuka", st.EXHAUSTED).field(0, "katsu").hand(0, "okiku").turn_of(0)
    assert table.keys(table.s.field[0, st.EXHAUSTED]) == ["shizuka"]
    assert table.keys(table.s.discard[0]) == ["katsu"]


# ---- the last petal -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_d42_round_of_the_last_petal_is_played_to_its_end(seat):
    table = position(num_players=3, content=made(treasures={"relic": {"petals": 1}}))
    while table.s.current != seat:
        next_turn(table)
    table.on_to(f"MAIN {seat}").hand(seat, "relic").hero_deck()
    table.s.petals = 1
    table.play("PLAY relic")
    assert table.s.petals == 0 and not table.s.over
    for other in range(seat + 1, 3):
        assert next_turn(table) == other and not table.s.over
    next_turn(table)
    assert table.decision == "OVER" and not table.s.truncated


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_d42_whoever_is_the_first_player(seat):
    table = position(num_players=3, content=made(treasures={"relic": {"petals": 3}}))
    table.s.first = 2  # so that the round goes 2, 0, 1
    table.turn_of(seat).hero_deck()
    table.hand(seat, "relic").s.petals = 1
    table.play("PLAY relic")
    turns = 0
    while not table.s.over:
        next_turn(table)
        turns += 1
    assert turns == {2: 3, 0: 2, 1: 1}[seat]


# ---- exhausted cards and heroes -------------------------------------------------------------------------------------
def test_d43_exhausted_card_recovers_and_goes_a_turn_later():
    table = position().field(0, "shizuka", st.EXHAUSTED).turn_of(0)
    table.on_to("MAIN 0")
    assert table.keys(table.s.field[0, st.READY]) == ["shizuka"] and table.s.discard_size[0] == 0
    table.hand(0, "okiku").hand(0, "okiku okiku okiku okiku")  # so that nothing is drawn
    next_turn(table)
    next_turn(table)
    assert not table.s.field[0].any() and table.keys(table.s.discard[0]) == ["shizuka"]


def test_d43_it_does_not_move_in_the_turns_of_others():
    table = position(num_players=3).field(0, "shizuka", st.EXHAUSTED)
    for _ in range(2):
        next_turn(table)
        assert table.keys(table.s.field[0, st.EXHAUSTED]) == ["shizuka"]


@pytest.mark.parametrize("status", [st.READY, st.EXHAUSTED, st.RAVAGED])
def test_d44_exhausted_hero_has_no_skills(status):
    maid = {
        "passive": [{"event": "sell", "do": [{"op": "mon", "n": 5}]}],
        "modifiers": [{"stat": "sell", "n": 1}],
        "action": {"do": [{"op": "mon"}]},
    }
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "ran", active=True)
    table.hero(0, "maid", status=status).hand(0, "hiroko")
    ready = status == st.READY
    assert table.can("HERO_SKILL maid") == ready
    assert table.play("SELL hiroko").s.mon == table.fact("hiroko", "sell") + (1 + 5) * ready


def test_d44_no_loot_conditions_either_and_no_token():
    maid = {
        "loot": [{"event": "sell", "do": [{"op": "loot", "deck": "samurai"}]}],
        "action": {"active": True, "do": [{"op": "exhaust_self"}]},
    }
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "maid", active=True)
    table.hand(0, "hiroko hiroko").play("SELL hiroko")
    assert table.s.discard_size[0] == 1
    table.play("HERO_SKILL maid")
    assert table.status("maid") == st.EXHAUSTED and table.active(0) is None
    assert table.play("SELL hiroko").s.discard_size[0] == 1


def test_d44_whoever_exhausts_her():
    scout = {"skills": [{"on": "deploy", "do": [{"op": "exhaust", "what": "hero"}]}]}
    table = Table(num_players=2, content=made(reinforcements={"scout": scout})).hand(0, "scout")
    table.hero(1, "ran", active=True).hero(1, "komatsu").play("PLAY scout", "HERO ran")
    assert table.active(1) is None and table.status("komatsu") == st.READY
    assert table.choices() == ["END_TURN"]


# ---- where nothing is left ------------------------------------------------------------------------------------------
def test_r8_drawing_stops_with_deck_and_discard_pile_empty():
    scout = {"draw": 4, "skills": [{"on": "deploy", "do": [{"op": "draw", "n": 3}, {"op": "mon"}]}]}
    table = Table(num_players=2, content=made(reinforcements={"scout": scout}))
    table.hand(0, "scout").deck(0, "okiku").discard(0, "mon").play("PLAY scout")
    assert table.keys(table.s.hand[0]) == ["mon", "okiku"]
    assert table.s.mon == 1  # the program goes on


@pytest.mark.parametrize(("deck", "name"), [("samurai", "samurai_treasures"), ("regalia", "regalia")])
def test_r8_nothing_is_looted_from_an_empty_deck(deck, name):
    looter = {"action": {"do": [{"op": "loot", "deck": deck}, {"op": "mon"}]}}
    table = Table(num_players=2, content=made(heroes={"looter": looter})).hero(0, "looter").supply(name, "")
    table.play("HERO_SKILL looter")
    assert table.s.discard_size[0] == 0 and table.s.mon == 1


def test_r8_nobody_is_revealed_from_an_empty_hero_deck():
    table = position().hero_deck()
    petals = table.s.petals
    table.play("END_TURN")
    assert table.in_area() == [] and table.s.petals == petals and table.decision == "END_REFRESH 0"


def test_r8_empty_reinforcement_deck_takes_its_pile():
    table = position().supply("samurai_reinforcements", "").pile("samurai", "tae_masamune tae_masamune")
    table.s.mon = 10
    table.play("BUY hiroko")
    assert sorted(table.cards[k] for k in table.s.pool[0]) == ["shichi", "shichi", "shizuka", "tae_masamune"]
    assert table.keys_of_pile("samurai") == [] and table.s.supply_size[0] == 1


def test_r8_only_when_it_is_empty_and_only_its_own():
    table = position().supply("samurai_reinforcements", "mitsuki_sanada").pile("samurai", "tae_masamune")
    table.pile("ninja", "okiku").s.mon = 10
    table.play("BUY hiroko")
    assert table.cards[table.s.pool[0, 0]] == "mitsuki_sanada"
    assert table.keys_of_pile("samurai") == ["tae_masamune"] and table.keys_of_pile("ninja") == ["okiku"]


def test_r8_place_in_the_pool_stays_empty():
    table = position().supply("samurai_reinforcements", "").pile("ninja", "okiku")
    table.s.mon = 10
    table.play("BUY hiroko")
    assert sorted(int(k) for k in table.s.pool[0])[0] == -1 and (table.s.pool[0] >= 0).sum() == 3
    table.hand(0, "hiroko").play("SELL hiroko", "BUY shichi")  # a card comes to the pile, and fills one of the two
    assert (table.s.pool[0] >= 0).sum() == 3 and table.keys_of_pile("samurai") == []
