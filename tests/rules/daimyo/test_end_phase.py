"""Chapter 8, the end phase and the hero cap: D77 to D82, and the rulings on them: R4, R60, R71."""

from __future__ import annotations

import pytest
from rules.daimyo.position import CLASSES, Table, made

from shugyo.envs.daimyo import state as st

POOLS = {"samurai": "hiroko shichi shizuka shichi", "ninja": "katsu michiko katsu okiku"}


def ending(players: int = 2, **options) -> Table:
    """Seat 0 in its main phase, the pools full, nobody in the area or in the hero deck."""
    table = Table(num_players=players, **options).hero_deck()
    for cls, keys in POOLS.items():
        table.pool(cls, keys)
    return table


def maids(*keys: str, **fields) -> dict:
    return made(heroes={key: dict(fields) for key in keys})


# ---- the three steps ------------------------------------------------------------------------------------------------
def test_d77_effects_then_a_new_hero_then_the_change():
    content = made(heroes={
        "first": {"passive": [{"event": "end_phase", "do": [{"op": "may", "do": [{"op": "draw"}]}]}]},
        "new": {"petals": 2},
    })  # fmt: skip
    table = ending(content=content).hero(0, "first").hero_deck("new").deck(0, "okiku")
    petals = table.s.petals
    table.play("END_TURN")
    assert table.decision == "MAY 0" and table.in_area() == [] and table.s.petals == petals
    table.play("YES")
    assert table.decision == "END_REFRESH 0" and table.s.hand_size[0] == 1
    assert table.in_area() == ["new"] and table.s.petals == petals - 2
    table.play("PASS")
    assert table.s.current == 1


def test_d77_nothing_else_can_be_done_after_the_end():
    table = ending().hand(0, "mon okiku").hero_deck("ran")
    table.s.mon = 20
    assert all(name == "PASS" or name.startswith("CARD ") for name in table.play("END_TURN").choices())


@pytest.mark.parametrize("petals", [0, 1, 3])
def test_d78_the_top_hero_is_revealed_and_her_petals_removed(petals):
    table = ending(content=maids("maid", petals=petals)).hero_deck("maid")
    before = table.s.petals
    table.play("END_TURN")
    assert table.in_area() == ["maid"] and table.s.hero_deck_size == 0
    assert table.s.petals == before - petals


def test_d78_one_each_turn_whoever_plays():
    table = ending(4, content=maids("one", "two", "three")).hero_deck("one", "two", "three")
    for seat in range(3):
        table.on_to(f"MAIN {seat}").play("END_TURN")
        assert table.s.area_size == seat + 1


def test_d78_no_more_petals_than_there_are():
    table = ending(content=maids("maid", petals=5)).hero_deck("maid")
    table.s.petals = 3
    table.play("END_TURN")
    assert table.s.petals == 0 and table.s.last_petal == 1


# ---- the change of a reinforcement ----------------------------------------------------------------------------------
def test_d79_one_reinforcement_of_the_pools_or_none():
    table = ending().pile("ninja", "okiku").hand(0, "mon").play("END_TURN")
    assert table.decision == "END_REFRESH 0"
    assert table.choices() == [
        "CARD hiroko",
        "CARD katsu",
        "CARD michiko",
        "CARD okiku",
        "CARD shichi",
        "CARD shizuka",
        "PASS",
    ]
    pools = table.s.pool.copy()
    table.play("PASS")
    assert (table.s.pool == pools).all() and table.s.current == 1


@pytest.mark.parametrize(("key", "cls", "place"), [("shizuka", "samurai", 2), ("michiko", "ninja", 1)])
def test_d79_r4_it_goes_to_the_pile_of_its_class_and_a_new_one_comes(key, cls, place):
    table = ending().pile(cls, "okiku" if cls == "ninja" else "tae_masamune")
    table.supply("samurai_reinforcements", "mitsuki_sanada").supply("ninja_reinforcements", "okiku")
    table.play("END_TURN", f"CARD {key}")
    c = CLASSES.index(cls)
    assert table.keys_of_pile(cls)[1:] == [key] and table.keys_of_pile(CLASSES[1 - c]) == []
    assert table.cards[table.s.pool[c, place]] == {"samurai": "mitsuki_sanada", "ninja": "okiku"}[cls]
    assert table.s.discard_size.sum() == 0 and table.s.current == 1  # and only one


def test_r4_it_can_be_bought_from_there():
    table = ending().play("END_TURN", "CARD michiko").on_to("MAIN 1")
    table.s.mon = table.fact("michiko", "cost")
    assert table.play("BUY_TOP ninja").keys(table.s.discard[1]) == ["michiko"]


def test_r4_with_an_empty_deck_the_pile_is_shuffled_the_card_in_it():
    table = ending().supply("ninja_reinforcements", "").pile("ninja", "katsu").play("END_TURN", "CARD michiko")
    new = table.cards[table.s.pool[1, 1]]
    in_deck = table.keys(table.s.supply * (table.t.card_deck == 1))
    assert sorted([new, *in_deck]) == ["katsu", "michiko"] and table.keys_of_pile("ninja") == []


# ---- the hero cap ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 5])
def test_d80_at_most_as_many_heroes_as_players(players):
    keys = ["one", "two", "three"]
    area = ["ran", "komatsu", "amba", "aiko", "orora"]
    for size in (players - 1, players):
        table = ending(players, content=maids(*keys, petals=1)).area(*area[:size]).hero_deck(*keys)
        before = table.s.petals
        table.play("END_TURN")
        revealed = int(size < players)
        assert table.s.area_size == size + revealed and table.s.petals == before - revealed
        assert table.s.hero_deck_size == 3 - revealed


def test_d80_a_nemesis_counts():
    table = ending(3, nemesis=True, content=made(nemeses={"foe": {}})).area("ran", "komatsu", "foe").hero_deck("aiko")
    assert "aiko" not in table.play("END_TURN").in_area()


def test_d81_two_trade_points_shuffle_a_hero_back():
    table = ending(content=maids("new", petals=2)).area("ran", "komatsu").hero_deck("new")
    petals, table.s.trade_points = table.s.petals, 3
    table.play("SEND_BACK")
    assert table.decision == "SEND_BACK 0" and table.choices() == ["HERO komatsu", "HERO ran"]
    table.s.place[table.character("new")], table.s.hero_deck_size = st.GONE, 0  # so that it can be nobody else
    table.play("HERO ran")
    assert table.s.trade_points == 1 and table.in_area() == ["komatsu", "ran"]
    assert table.decision == "MAIN 0" and table.s.petals == petals - table.fact("ran", "petals")


def test_d81_another_one_is_revealed():
    others = [f"other_{n}" for n in range(4)]
    came = set()  # over several games
    for seed in range(8):
        table = ending(content=maids(*others), seed=seed).area("ran").hero_deck(*others)
        table.s.trade_points = 2
        table.s.key += seed
        table.play("SEND_BACK", "HERO ran")
        came.update(table.in_area())
        assert table.s.area_size == 1 and table.s.hero_deck_size == 4 and table.s.trade_points == 0
    assert len(came) > 2


@pytest.mark.parametrize(("points", "possible"), [(0, False), (1, False), (2, True)])
def test_d81_with_one_point_it_is_not_possible(points, possible):
    table = ending().area("ran")
    table.s.trade_points = points
    assert table.can("SEND_BACK") == possible


def test_d81_as_often_as_it_can_be_paid():
    table = ending(content=maids("one", "two")).area("ran").hero_deck("one", "two")
    table.s.trade_points = 4
    table.play("SEND_BACK", "HERO ran")
    table.play("SEND_BACK", f"HERO {table.in_area()[0]}")
    assert table.s.trade_points == 0 and table.s.area_size == 1


def test_d81_not_without_a_hero_in_the_area():
    table = ending().hero(0, "ran").hero(1, "komatsu")
    table.s.trade_points = 2
    assert not table.can("SEND_BACK")


def test_r60_the_same_hero_may_come_again():
    table = ending().area("ran")
    table.s.trade_points = 2
    petals = table.s.petals
    table.play("SEND_BACK", "HERO ran")
    assert table.in_area() == ["ran"] and table.s.petals == petals - table.fact("ran", "petals")


@pytest.mark.parametrize("hero", [True, False])
def test_r60_a_nemesis_is_not_sent_back(hero):
    table = ending(3, nemesis=True, content=made(nemeses={"foe": {}})).area("foe", *(["ran"] if hero else []))
    table.s.trade_points = 2
    assert table.can("SEND_BACK") == hero
    if hero:
        assert table.play("SEND_BACK").choices() == ["HERO ran"]


def test_d82_a_card_may_fill_the_area_beyond_the_cap():
    content = made(heroes={"sender": {"action": {"do": [{"op": "send_hero"}]}}, "new": {}})
    table = ending(content=content).hero(0, "sender").hero(0, "aiko").area("ran", "komatsu").hero_deck("new")
    petals = table.s.petals
    table.play("HERO_SKILL sender", "HERO aiko")
    assert table.in_area() == ["aiko", "komatsu", "ran"] and table.s.area_size == 3 and table.heroes_of(0) == ["sender"]
    table.play("END_TURN")
    assert table.s.area_size == 3 and table.s.petals == petals  # still over the cap: nobody is revealed


def test_d82_only_what_a_card_says_goes_beyond_it():
    content = made(heroes={"maid": {"atk": 1}}, rules={"R26": "any_time"})
    table = ending(content=content).hero(0, "maid").area("ran", "komatsu").play("HERO maid")
    assert table.in_area() == ["komatsu", "ran"] and table.s.hero_deck_size == 1


# ---- whose petals they are ------------------------------------------------------------------------------------------
def test_r71_petals_of_a_reveal_are_events_of_the_player_in_turn():
    watcher = {"passive": [{"event": "petals", "do": [{"op": "draw"}]}]}
    content = made(heroes={"watcher": watcher, "other": watcher, "new": {"petals": 3}})
    table = ending(content=content).hero(0, "watcher").hero(1, "other").hero_deck("new")
    table.deck(0, "okiku okiku okiku okiku").deck(1, "okiku okiku okiku okiku").play("END_TURN")
    assert table.s.hand_size[:2].tolist() == [3, 0]  # one for each petal


def test_r71_those_of_the_set_up_are_nobodys():
    keys = Table().content["heroes"]
    passive = [{"event": "petals", "whose": "any", "do": [{"op": "draw"}]}]
    content = {"heroes": {key: {"petals": 3, "passive": passive} for key in keys}}
    table = Table(bare=False, num_players=2, content=content)
    assert table.s.petals == 40 - 3 * 3
    assert table.s.hand_size[table.s.first] == 5 and table.s.hand_size[1 - table.s.first] == 0
