"""Chapter 3, the domain: D29 to D35, and the rulings on it: R2, R3."""

from __future__ import annotations

import pytest
from rules.daimyo.position import CLASSES, Table, made

from shugyo.envs.daimyo import state as st

PETALS = {2: 40, 3: 45, 4: 50, 5: 50}


def begun(**options) -> Table:
    """A game at its first decision."""
    return Table(bare=False, **options)


def with_petals(**shown) -> dict:
    """Content whose heroes show no petals, but for these."""
    return {"heroes": {key: {"petals": shown.get(key, 0)} for key in begun().content["heroes"]}}


def face_up(table: Table) -> list[str]:
    """Heroes of the players and of the area."""
    return [key for seat in range(table.num_players) for key in table.heroes_of(seat)] + table.in_area()


@pytest.mark.parametrize(("players", "petals"), PETALS.items())
def test_d29_petals_by_number_of_players(players, petals):
    assert begun(num_players=players, content=with_petals()).s.petals == petals


@pytest.mark.parametrize("seed", [0, 1])
def test_d30_two_decks_and_pools_of_four(seed):
    table = begun(num_players=2, seed=seed)
    s, t = table.s, table.t
    for cls in range(2):
        assert (s.pool[cls] >= 0).all() and set(t.card_class[s.pool[cls]]) == {cls}
        assert set(t.card_kind[s.pool[cls]]) == {st.REINFORCEMENT}
        copies = sum(
            card["copies"] for card in table.content["reinforcements"].values() if card["class"] == CLASSES[cls]
        )
        assert s.supply_size[cls] == copies - 5 * 3 - 4  # without the starters of five players


def test_d30_they_are_shuffled():
    assert len({tuple(begun(seed=seed).s.pool.ravel()) for seed in range(5)}) == 5


def test_d31_domain_piles_are_empty_at_first():
    assert begun().s.pile_size.tolist() == [0, 0]


def test_d31_they_are_not_mixed_with_the_players_piles():
    scout = {"class": "ninja", "draw": 1}
    table = Table(num_players=2, content=made(reinforcements={"scout": scout})).hand(0, "scout hiroko katsu mon")
    table.play("PLAY mon", "SELL hiroko", "SELL katsu")
    piles = [table.keys_of_pile(name) for name in CLASSES]
    assert piles == [["hiroko"], ["katsu"]]
    assert table.keys(table.s.discard[0]) == ["mon"]
    table.play("PLAY scout")  # draws, with the own discard pile shuffled in
    assert table.keys(table.s.hand[0]) == ["mon"]
    assert [table.keys_of_pile(name) for name in CLASSES] == piles


def test_d31_nor_with_each_other():
    table = Table(num_players=2).hand(0, "hiroko shichi katsu").pool("samurai", "shizuka").pool("ninja", "michiko")
    table.play("SELL hiroko", "SELL katsu", "SELL shichi")
    table.play("END_TURN", "CARD michiko")
    assert table.keys_of_pile("samurai") == ["hiroko", "shichi"]
    assert table.keys_of_pile("ninja") == ["katsu", "michiko"]


@pytest.mark.parametrize(
    ("deck", "table_name", "cls"), [(2, "treasures", 0), (3, "treasures", 1), (4, "regalia", None)]
)
def test_d32_three_treasure_decks(deck, table_name, cls):
    table = begun(num_players=2, expansions=(1, 2))
    cards = {
        key: card["copies"]
        for key, card in table.content[table_name].items()
        if cls is None or card["class"] == CLASSES[cls]
    }
    those = [k for k in range(len(table.cards)) if table.t.card_deck[k] == deck]
    assert {table.cards[k]: int(table.s.supply[k]) for k in those} == cards
    assert table.s.supply_size[deck] == sum(cards.values())


def test_d32_they_are_shuffled():
    """Whatever is looted first differs from game to game."""
    content = made(heroes={"looter": {"action": {"do": [{"op": "loot", "deck": "samurai"}]}}})
    looted = set()
    for seed in range(12):
        table = Table(num_players=2, seed=seed, content=content).hero(0, "looter").play("HERO_SKILL looter")
        looted.add(*table.keys(table.s.discard[0]))
    assert len(looted) > 2


@pytest.mark.parametrize("players", [2, 5])
def test_d33_one_hero_is_revealed_and_can_be_bought_at_once(players):
    table = begun(num_players=players)
    [key] = table.in_area()
    assert table.s.area_size == 1
    table.on_to(f"MAIN {table.s.first}")
    table.s.mon = 20
    assert table.play(f"BUY_HERO {key}").heroes_of(table.s.first)[-1] == key


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [0, 1])
def test_d34_r3_petals_of_all_face_up_heroes_are_removed(players, seed):
    table = begun(num_players=players, seed=seed)
    heroes = face_up(table)
    assert len(heroes) == players + 1
    assert table.s.petals == PETALS[players] - sum(table.content["heroes"][key]["petals"] for key in heroes)


def test_r3_the_heroes_of_the_players_among_them():
    content = with_petals(**dict.fromkeys(begun().content["heroes"], 2))
    assert begun(num_players=3, content=content).s.petals == 45 - 2 * 4


def test_r3_no_others():
    [shown] = begun(num_players=2).in_area()
    table = begun(num_players=2)
    hidden = {key: 9 for key in table.content["heroes"] if key not in face_up(table)}
    table = begun(num_players=2, content=with_petals(**hidden))
    assert table.in_area() == [shown] and table.s.petals == 40


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("reading", ["second", "first"])
def test_d35_r2_heroes_are_revealed_from_the_second_round_on(players, reading):
    table = begun(num_players=players, content={"rules": {"R2": reading}})
    sizes = []
    for _ in range(2 * players):
        seat = int(table.s.current)
        table.on_to(f"MAIN {seat}").on_to(f"END_REFRESH {seat}")
        sizes.append(int(table.s.area_size))
        table.play("PASS")
    full = list(range(2, players + 1)) + [players] * players
    if reading == "second":
        assert sizes[:players] == [1] * players
        assert sizes[players:] == full[:players]
    else:
        assert sizes == (full + [players])[: 2 * players]


def test_d35_r2_by_default_the_second():
    table = Table(num_players=2).hero_deck("ran").pool("samurai", "hiroko")
    table.s.turn = 0
    assert table.play("END_TURN").in_area() == []
    table = Table(num_players=2).hero_deck("ran").pool("samurai", "hiroko")
    assert table.s.turn == 1 and table.play("END_TURN").in_area() == ["ran"]
