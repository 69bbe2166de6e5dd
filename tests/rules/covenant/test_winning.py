"""Blame, score and places (C117, C118, P28, P30)."""

import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import bare, give_up, last_of_season


def ended(renown, blame=(), votes=(), fallen=False, **given) -> Table:
    """A year of one season that has just ended with these numbers, 1 Renown of them for P, seat 0, in the end."""
    n = len(renown)
    table = last_of_season(bare(num_players=n, wins=(2, 2), **{"content": {"rules": {"seasons": 1}}, **given}))
    table.s.renown[:n] = renown
    table.s.renown[0] -= 1
    table.s.blame[: len(blame)] = blame
    table.s.votes[: len(votes)] = votes
    for r in range(5):
        table.set_covenant(r, 2, 2 if fallen else 0, 0)
    give_up(table, 1)
    assert table.decision == "MEETING"
    while not table.s.over:
        table.play("PASS")
    assert table.s.renown.tolist()[:n] == list(renown) and bool(table.s.fallen) == fallen
    return table


@pytest.mark.parametrize("leader", [0, 1])
def test_c117_each_harm_to_the_covenant_is_one_blame(leader):
    table = bare(leader=leader).set_covenant(0, 3, 0, 2)
    table.play("CLAIM", "RESOURCE 0")
    assert not table.s.blame.any()  # 3 − 2 = 1 was free: a Claim, no Harm
    table.play("CLAIM", "RESOURCE 0", "CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (3, 2, 1)
    assert table.s.blame.tolist() == [2 * (1 - leader), 2 * leader, 0, 0, 0]  # the fighter who led


def test_c117_other_harm_is_no_blame():
    table = bare(hands=("9C 4C", "5D 2H")).tracks(0, t0=(1, 0, 1), t1=(2, 0, 0))
    table.play("CARD 9C", "CARD 5D", "PASS", "PASS", "TRAIT_HARM", "CARD 4C", "PASS", "PASS")
    assert not table.s.blame.any()


def test_c117_mending_takes_no_blame_away():
    table = last_of_season(bare(wins=(2, 2))).set_covenant(0, 2, 1, 0)
    table.s.blame[1] = 1
    give_up(table, 1)
    table.s.votes[1] = 3
    assert table.play("RESOURCE 0").s.blame[1] == 1


def test_c118_highest_renown_wins():
    returns, score = ended((4, 6)).result()
    assert returns == [-1, 1] and score == [4, 6]


def test_c118_blame_does_not_lower_the_score_of_a_standing_covenant():
    returns, score = ended((7, 6), blame=(5, 0)).result()
    assert returns == [1, -1] and score == [7, 6]


def test_c118_after_a_fall_each_blame_costs_two():
    returns, score = ended((7, 6), blame=(1, 0), fallen=True).result()
    assert score == [5, 6]  # 7 − 2 × 1
    assert returns == [-1, 1]


def test_c118_score_may_be_negative():
    assert ended((1, 0), blame=(3, 1), fallen=True).result()[1] == [-5, -2]


def test_c118_ties_go_to_the_smaller_blame():
    returns, score = ended((5, 5), blame=(2, 1), votes=(9, 0)).result()
    assert score == [5, 5] and returns == [-1, 1]


def test_c118_ties_after_a_fall_go_to_the_smaller_blame():
    returns, score = ended((9, 5), blame=(3, 1), votes=(9, 0), fallen=True).result()
    assert score == [3, 3] and returns == [-1, 1]  # 9 − 6 and 5 − 2


def test_c118_further_ties_go_to_the_more_votes():
    returns, score = ended((5, 5), blame=(1, 1), votes=(3, 4)).result()
    assert score == [5, 5] and returns == [-1, 1]


def test_c118_complete_ties_are_shared():
    assert ended((5, 5), blame=(1, 1), votes=(4, 4)).result()[0] == [0, 0]


def test_c118_votes_do_not_outweigh_renown():
    assert ended((6, 5), votes=(0, 30)).result()[0] == [1, -1]


def test_c118_votes_paid_in_the_meeting_are_gone():
    table = last_of_season(bare(wins=(2, 2), content={"rules": {"seasons": 1}})).set_covenant(0, 2, 1, 0)
    table.s.renown[:2] = 4, 4
    give_up(table, 1)  # P: 5
    table.s.votes[:2] = 4, 5
    table.play("RESOURCE 0", "PASS", "PASS")  # seat 1 begins: 5 Renown, 2 votes
    returns, score = table.result()
    assert score == [5, 5] and returns == [1, -1]


@pytest.mark.parametrize(
    ("renown", "returns"),
    [
        ((1, 2), [-1, 1]),
        ((3, 1, 2), [1, -1, 0]),
        ((4, 1, 3, 2), [1, -1, 1 / 3, -1 / 3]),
        ((5, 1, 4, 2, 3), [1, -1, 0.5, -0.5, 0]),
        ((5, 5, 1), [0.5, 0.5, -1]),  # (1 + 0) / 2
        ((5, 1, 1), [1, -0.5, -0.5]),  # (0 − 1) / 2
        ((4, 3, 3, 1), [1, 0, 0, -1]),  # (1/3 − 1/3) / 2
        ((2, 2, 2, 2), [0, 0, 0, 0]),
        ((7, 7, 7, 2, 1), [0.5, 0.5, 0.5, -0.5, -1]),  # (1 + 0.5 + 0) / 3
    ],
)
def test_p30_places_become_returns_in_equal_steps(renown, returns):
    assert ended(renown).result()[0] == pytest.approx(returns)


def test_p28_max_turns_ends_the_year_after_so_many_seasons():
    table = ended((4, 6), content=None, max_turns=1)  # of four seasons
    assert table.s.truncated and not table.s.fallen
    assert table.result() == ([-1, 1], [4, 6])


def test_p28_not_before():
    table = last_of_season(bare(wins=(2, 2), max_turns=2))
    give_up(table, 1)
    table.play("PASS", "PASS")
    assert not table.s.over and table.s.turn == 1


def test_p28_natural_end_is_no_truncation():
    assert not ended((4, 6)).s.truncated
