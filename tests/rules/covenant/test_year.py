"""The frame of the year: mages, covenant, seasons (C102–C106)."""

import math

import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import give_up


def orders(seeds: range, num_players: int = 5) -> list[tuple[int, ...]]:
    """For each mage, which Trait came first, second, third and fourth."""
    found = []
    for seed in seeds:
        table = Table(hands=None, num_players=num_players, seed=seed)
        for sheet in table.s.value[:num_players].tolist():
            first, second, third = sheet[4:8].index(1), sheet[8:12].index(1), sheet[12:].index(1)
            found.append((first, second, third, *({0, 1, 2, 3} - {first, second, third})))
    return found


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_c102_sheets_of_the_mages(num_players):
    for seed in range(10):
        table = Table(hands=None, num_players=num_players, seed=seed)
        for seat in range(num_players):
            value = table.s.value[seat].tolist()
            assert sorted(value[:4]) == [1, 2, 2, 3]
            companions, items, assets = value[4:8], value[8:12], value[12:]
            assert sorted(companions) == sorted(items) == sorted(assets) == [0, 0, 0, 1]
            assert value[companions.index(1)] == 3  # of the first Trait
            assert value[items.index(1)] == 2  # of the second
            assert value[assets.index(1)] == 2  # of the third
            assert items.index(1) != assets.index(1)
            assert table.s.magic[seat] == 1
            assert not table.s.harm[seat].any() and not table.s.spent[seat].any()


def test_c102_order_of_the_traits_is_random():
    found = orders(range(60))  # 300 mages; an order fails to appear among them about once in 15,000 times
    assert len(set(found)) == 24


def test_c102_mages_of_one_game_differ():
    assert any(a != b for a, b in zip(*[iter(orders(range(10), num_players=2))] * 2, strict=True))


@pytest.mark.parametrize(("num_players", "start"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_c103_covenant_at_the_start(num_players, start):
    assert start == math.ceil((num_players + 1) / 2)
    table = Table(hands=None, num_players=num_players)
    assert [table.covenant(r) for r in range(5)] == [(start, 0, 0)] * 5


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_c104_chance_decides_who_begins(num_players):
    beginners = [int(Table(hands=None, num_players=num_players, seed=seed).s.seat) for seed in range(100)]
    for seat in range(num_players):
        # Even with five players a seat begins 20 times in 100 on average; fewer than 6 would be 3.5 deviations off.
        assert beginners.count(seat) >= 6


def play_year(table: Table) -> list[str]:
    """Plays to the end: P always loses. ``P2`` is a conflict begun by seat 2, ``M2`` its turn in a meeting."""
    course = []
    while not table.s.over:
        decision = table.decision
        if decision == "STAKE_KIND":
            course.append(f"P{table.s.seat}")
            table.play("KIND Ambition")
        elif decision == "AMBITION":
            table.play("SHEET 16")
        elif decision == "VOLUNTEER":
            table.play("VOLUNTEER")
        elif decision == "TYPE":
            table.play("TYPE Vigor")
        elif decision == "MEETING":
            course.append(f"M{table.s.seat}")
            table.play("PASS")
        else:
            give_up(table, 0)
    return course


@pytest.mark.parametrize("num_players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_c105_c106_seasons_conflicts_and_meetings(num_players, seed):
    table = Table(hands=None, num_players=num_players, seed=seed, content={"rules": {"tricks_to_win": 1}})
    first = int(table.s.seat)
    course = play_year(table)
    expected = []
    for season in range(4):  # spring to winter; each time the next seat begins
        seats = [(first + season + k) % num_players for k in range(num_players)]
        expected += [f"P{seat}" for seat in seats]  # everyone is Protagonist once …
        expected += [f"M{seat}" for seat in seats]  # … and the Council meets
    assert course == expected
    assert table.s.over and not table.s.truncated


def test_c105_number_of_seasons_is_a_rule_option():
    table = Table(hands=None, num_players=3, content={"rules": {"tricks_to_win": 1, "seasons": 2}})
    assert len(play_year(table)) == 2 * (3 + 3)


def test_c106_next_seat_becomes_first_player_after_the_meeting():
    table = Table(hands=None, num_players=3, content={"rules": {"tricks_to_win": 1}})
    first = int(table.s.seat)
    while table.decision != "MEETING":
        assert table.s.first == first and table.s.turn == 0
        {
            "STAKE_KIND": lambda: table.play("KIND Ambition"),
            "AMBITION": lambda: table.play("SHEET 16"),
            "VOLUNTEER": lambda: table.play("PASS") if table.can("PASS") else table.play("VOLUNTEER"),
            "TYPE": lambda: table.play("TYPE Magic"),
            "COMMIT": lambda: give_up(table, 1),
        }[table.decision]()
    table.play("PASS", "PASS", "PASS")
    assert table.s.turn == 1 and table.s.first == table.s.seat == (first + 1) % 3
