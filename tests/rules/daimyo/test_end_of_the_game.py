"""Chapter 9, the end of the game: D83 to D85, and the rulings on it: R12, R54, R56."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

CARDS = {
    "reinforcements": {"maid": {"vp": 1}},
    "treasures": {"relic": {"vp": 2}, "trinket": {"vp": 0}},
    "regalia": {"crown": {"vp": 5}, "bowl": {"vp": 0}},
    "heroes": {"lady": {"vp": 3}, "twin": {"vp": 3}, "queen": {"vp": 7}},
}


def table_of(players: int, **options) -> Table:
    return Table(num_players=players, content=made(**CARDS), **options)


def ended(table: Table) -> Table:
    """… and the game is over."""
    table.s.over = 1
    return table


def ranked(*points: int) -> list[float]:
    """The returns of players with so many victory points and no treasures."""
    table = table_of(len(points))
    for seat, n in enumerate(points):
        table.deck(seat, " ".join(["maid"] * n))
    returns, score = ended(table).result()
    assert score == list(points)
    return returns


# ---- the last round -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_d83_the_game_ends_with_the_round_of_the_last_petal(seat):
    table = table_of(3).turn_of(seat)
    table.hero_deck("lady").s.petals = 0
    table.s.last_petal = 1  # it has fallen before, in this round
    rounds = table.s.turn
    for other in range(seat, 3):
        assert table.s.current == other and not table.s.over
        table.on_to(f"MAIN {other}").play("END_TURN")
    assert table.decision == "OVER" and table.s.turn == rounds + 1 and not table.s.truncated


def test_d83_a_revealed_hero_may_be_the_last():
    content = made(heroes={"lady": {"petals": 2}})
    table = Table(num_players=2, content=content).hero_deck("lady")
    table.s.petals = 2
    table.play("END_TURN")
    assert table.s.petals == 0 and table.decision == "MAIN 1"
    assert table.play("END_TURN").decision == "OVER"


def test_d83_not_as_long_as_there_is_a_petal():
    table = table_of(2).hero_deck()
    table.s.petals = 1
    table.play("END_TURN").on_to("MAIN 1").play("END_TURN")
    assert not table.s.over and table.decision == "MAIN 0"


# ---- victory points -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("zone", ["deck", "hand", "discard", "field", "exhausted", "ravaged", "equipped"])
@pytest.mark.parametrize("key", ["maid", "relic", "crown"])
def test_d84_cards_of_all_own_zones_count(zone, key):
    table = table_of(2)
    if zone == "equipped":
        table.hero(1, "twin").equip(1, "twin", f"{key} {key}")
    elif zone in ("deck", "hand", "discard"):
        getattr(table, zone)(1, f"{key} {key}")
    else:
        table.field(1, f"{key} {key}", {"field": st.READY, "exhausted": st.EXHAUSTED, "ravaged": st.RAVAGED}[zone])
    assert table.result()[1] == [0, 2 * table.fact(key, "vp") + 3 * (zone == "equipped")]


def test_d84_all_together_with_the_heroes():
    table = table_of(2).deck(0, "maid mon").hand(0, "relic").discard(0, "crown").field(0, "maid", st.EXHAUSTED)
    table.hero(0, "lady", active=True).hero(0, "queen", status=st.EXHAUSTED)
    assert table.result()[1] == [1 + 2 + 5 + 1 + 3 + 7, 0]


def test_d84_what_lies_in_the_domain_does_not_count():
    table = table_of(2).area("queen").pool("samurai", "maid").pile("samurai", "maid")
    assert table.result()[1] == [0, 0]


# ---- the winner -----------------------------------------------------------------------------------------------------
def test_d85_the_highest_sum_wins():
    assert ranked(3, 5) == [-1, 1]
    assert ranked(3, 5, 4) == [-1, 1, 0]


@pytest.mark.parametrize("zone", ["deck", "hand", "discard", "field"])
def test_d85_on_a_tie_the_treasures_decide(zone):
    table = table_of(2).deck(0, "maid maid")
    getattr(table, zone)(1, "relic")
    assert ended(table).result() == ([-1, 1], [2, 2])


def test_d85_among_those_tied_only():
    table = table_of(3).deck(0, "maid maid maid").deck(1, "maid maid").deck(2, "relic trinket trinket")
    assert ended(table).result() == ([1, -1, 0], [3, 2, 2])


@pytest.mark.parametrize("key", ["trinket", "bowl"])
def test_r54_treasures_without_vp_and_regalia_count_for_ties(key):
    table = table_of(2).deck(0, "maid").deck(1, f"maid {key}")
    assert ended(table).result() == ([-1, 1], [1, 1])


@pytest.mark.parametrize("zone", ["deck", "hand", "discard", "exhausted", "equipped"])
def test_r54_wherever_they_are(zone):
    table = table_of(2).hero(0, "lady").hero(1, "twin").deck(0, "trinket").deck(1, "trinket")
    if zone == "equipped":
        table.equip(1, "twin", "bowl")
    elif zone == "exhausted":
        table.field(1, "bowl", st.EXHAUSTED)
    else:
        getattr(table, zone)(1, "bowl")
    assert ended(table).result() == ([-1, 1], [3, 3])


def test_r12_who_has_as_many_treasures_shares_the_rank():
    table = table_of(2).deck(0, "maid maid crown").deck(1, "maid crown maid")
    assert ended(table).result() == ([0, 0], [7, 7])
    table = table_of(4).deck(0, "relic").deck(1, "relic").deck(2, "maid maid").deck(3, "maid")
    assert ended(table).result()[0] == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])


def test_r12_the_turn_order_does_not_decide():
    for first in range(3):
        table = table_of(3)
        table.s.first = first
        assert ended(table).result()[0] == [0, 0, 0]


@pytest.mark.parametrize(
    ("points", "returns"),
    [
        ((1, 0), [1, -1]),
        ((0, 2, 1), [-1, 1, 0]),
        ((4, 3, 2, 1), [1, 1 / 3, -1 / 3, -1]),
        ((1, 2, 3, 4, 5), [-1, -0.5, 0, 0.5, 1]),
        ((3, 3, 1), [0.5, 0.5, -1]),
        ((1, 3, 1), [-0.5, 1, -0.5]),
        ((2, 2, 2, 0), [1 / 3, 1 / 3, 1 / 3, -1]),
        ((9, 0, 0, 0, 0), [1, -0.25, -0.25, -0.25, -0.25]),
        ((6, 6, 6, 6, 6), [0, 0, 0, 0, 0]),
    ],
)
def test_r56_returns_go_down_by_rank_in_equal_steps(points, returns):
    assert ranked(*points) == pytest.approx(returns)
    assert sum(returns) == pytest.approx(0)


def test_r56_by_rank_and_not_by_points():
    assert ranked(1, 0, 0) == pytest.approx(ranked(9, 2, 2))


@pytest.mark.parametrize(("beaten", "petals", "value"), [(0, 0, -1), (5, 50, 1), (2, 25, -1 / 6), (0, 50, -2 / 3)])
def test_r56_in_boss_rush_in_proportion(beaten, petals, value):
    table = Table(boss_rush=True)
    table.s.beaten, table.s.petals = beaten, petals
    assert ended(table).result()[0] == pytest.approx([value])


def test_r56_no_returns_before_the_end():
    table = table_of(2).deck(1, "maid")
    assert table.result() == ([0, 0], [0, 1])
