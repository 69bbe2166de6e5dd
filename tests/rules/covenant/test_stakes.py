"""What a conflict is about, who takes part, and how it is settled (C107–C112, C119, P1, P6, P25)."""

import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import bare, give_up, ids

from shugyo.envs.covenant import state as st

ONE_TRICK = {"rules": {"tricks_to_win": 1}}
LIMITS = {**dict.fromkeys(range(4), 5), **dict.fromkeys(range(4, 12), 3), **dict.fromkeys(range(12, 16), 1)}


def beginning(num_players=2, **given) -> Table:
    """P is to declare a stake; one trick decides. Every mage has Traits of 2 and nothing else."""
    table = bare(hands=None, num_players=num_players, **{"content": ONE_TRICK, **given})
    for seat in range(num_players):
        table.tracks(seat, t0=(2, 0, 0), t1=(2, 0, 0), t2=(2, 0, 0), t3=(2, 0, 0))
    return table


def fight(table: Table, winner: int) -> Table:
    """From the naming of the types to the end of the conflict."""
    return give_up(table.play("TYPE Vigor", "TYPE Craft"), 1 - winner)


def at_all_limits(table: Table) -> Table:
    """Everything on all sheets is as high as it can be, but the Traits are wholly Harmed."""
    for seat in range(table.num_players):
        table.tracks(seat, **{f"t{k}": (v, v if k < 4 else 0, 0) for k, v in LIMITS.items()})
        table.s.magic[seat] = 3
    for r in range(5):
        table.set_covenant(r, 6, 0, 0)
    return table


def after_a_conflict(**given) -> Table:
    """Everything is at its limit when the second conflict of the season begins."""
    return give_up(at_all_limits(bare(**{"wins": (2, 2), "fighters": (0, 1), "content": ONE_TRICK, **given})), 0)


# ---- the menu -------------------------------------------------------------------------------------------------------


def test_c107_protagonist_must_choose_a_stake():
    table = beginning()
    assert table.decision == "STAKE_KIND" and table.s.seat == table.s.fighter[0]
    assert table.legal() == ids("KIND Ambition", "KIND Stewardship", "KIND Feud")


def test_c107_impossible_kinds_are_not_offered():
    # At their limits are all tracks, Magic and the covenant; one by one something is possible again.
    def second(change) -> set[int]:
        table = at_all_limits(bare(wins=(2, 2), content=ONE_TRICK))
        change(table)
        give_up(table, 0)  # the next P is seat 1
        assert table.s.seat == 1 and table.decision == "STAKE_KIND"
        return table.legal()

    assert second(lambda t: t.tracks(1, t7=(2, 0, 0))) == ids("KIND Ambition")
    assert second(lambda t: t.s.magic.__setitem__(1, 2)) == ids("KIND Ambition")
    assert second(lambda t: t.set_covenant(3, 5, 0, 0)) == ids("KIND Stewardship")
    assert second(lambda t: t.set_covenant(3, 6, 1, 0)) == ids("KIND Stewardship")
    assert second(lambda t: t.tracks(0, t2=(5, 4, 0)).tracks(1, t2=(5, 0, 0))) == ids("KIND Feud")


@pytest.mark.parametrize("kind", ["KIND Ambition", "KIND Stewardship", "KIND Feud"])
def test_c107_numbers_change_by_a_won_conflict_only(kind):
    table = beginning().set_covenant(1, 2, 0, 0)
    before = table.s.value.tolist(), table.s.harm.tolist(), table.s.covenant_value.tolist()
    table.play(kind, *{"A": ["SHEET 0"], "S": ["RESOURCE 1"], "F": ["RIVAL 1", "SHEET 0"]}[kind[5]])
    table.play("TYPE Vigor", "TYPE Craft")
    assert (table.s.value.tolist(), table.s.harm.tolist(), table.s.covenant_value.tolist()) == before
    give_up(table, 1)
    assert (table.s.value.tolist(), table.s.harm.tolist(), table.s.covenant_value.tolist()) != before


# ---- Ambition -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", [0, 1])
def test_c108_tracks_below_their_limits(below):
    table = beginning()
    p = int(table.s.seat)
    table.tracks(p, **{f"t{k}": (v - below, 0, 0) for k, v in LIMITS.items()})
    table.s.magic[p] = 3 - below
    table.tracks(p, t6=(1, 1, 0)) if below == 0 else table.tracks(p, t6=(3, 1, 0))
    table.play("KIND Ambition")
    every = {f"SHEET {k}" for k in range(17)}
    # At the limits only the Companion of value 1; one below them everything but the Companion of value 3.
    assert table.legal() == (ids("SHEET 6") if below == 0 else ids(*(every - {"SHEET 6"})))


@pytest.mark.parametrize("track", [0, 3, 5, 10, 15])
def test_c108_won_ambition_raises_the_track(track):
    table = beginning()
    p = int(table.s.seat)
    before = table.track(p, track)
    fight(table.play("KIND Ambition", f"SHEET {track}"), 0)
    assert table.track(p, track) == (before[0] + 1, 0, 0)
    assert table.s.value.sum() == 2 * 8 + 1  # and no other
    assert table.s.renown.tolist()[:2] == [int(p == 0), int(p == 1)]


def test_c108_harm_and_use_stay_on_a_raised_track():
    table = beginning()
    p = int(table.s.seat)
    table.tracks(p, t0=(3, 1, 2))
    fight(table.play("KIND Ambition", "SHEET 0"), 0)
    assert table.track(p, 0) == (4, 1, 2)


def test_c108_won_ambition_raises_magic():
    table = beginning()
    p = int(table.s.seat)
    table.s.magic[p] = 2
    fight(table.play("KIND Ambition", "SHEET 16"), 0)
    assert table.s.magic[p] == 3 and table.s.magic[1 - p] == 0 and table.s.renown[p] == 1
    assert table.s.value.sum() == 16


# ---- Stewardship ----------------------------------------------------------------------------------------------------


def test_c109_resources_that_can_be_tended():
    table = beginning().set_covenant(0, 6, 0, 0).set_covenant(1, 6, 1, 0).set_covenant(2, 5, 0, 5)
    table.set_covenant(3, 0, 0, 0).set_covenant(4, 6, 0, 6)
    table.play("KIND Stewardship")
    assert table.legal() == ids("RESOURCE 1", "RESOURCE 2", "RESOURCE 3")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((3, 2, 0), (3, 1, 0)),  # Harmed: one Harm goes
        ((3, 0, 1), (4, 0, 1)),  # not Harmed: the value rises
        ((6, 1, 0), (6, 0, 0)),
        ((0, 0, 0), (1, 0, 0)),
    ],
)
def test_c109_won_stewardship(before, after):
    table = beginning().set_covenant(2, *before)
    p = int(table.s.seat)
    fight(table.play("KIND Stewardship", "RESOURCE 2"), 0)
    assert table.covenant(2) == after
    assert [table.covenant(r) for r in (0, 1, 3, 4)] == [(0, 0, 0)] * 4
    assert (table.s.renown[p], table.s.renown[1 - p]) == (2, 0)


# ---- Feud -----------------------------------------------------------------------------------------------------------


def test_c110_traits_that_neither_has_wholly_harmed():
    table = beginning()
    p = int(table.s.seat)
    table.tracks(p, t0=(1, 0, 0), t1=(2, 2, 0), t2=(0, 0, 0), t3=(3, 2, 1))
    table.tracks(1 - p, t0=(1, 1, 0), t1=(1, 0, 0), t2=(1, 0, 0), t3=(1, 0, 1))
    table.play("KIND Feud", "RIVAL 1")
    assert table.legal() == ids("SHEET 3")  # a Trait of 0 has no H below V either


def test_c110_rival_must_have_a_possible_trait():
    table = beginning(num_players=4)
    p = int(table.s.seat)
    for k in (1, 3):
        table.tracks((p + k) % 4, t0=(2, 2, 0), t1=(0, 0, 0), t2=(1, 1, 0), t3=(0, 0, 0))
    table.play("KIND Feud")
    assert table.legal() == ids("RIVAL 2")


@pytest.mark.parametrize("num_players", [2, 5])
def test_c110_won_feud_harms_the_rival(num_players):
    table = beginning(num_players)
    p = int(table.s.seat)
    rival = (p + num_players - 1) % num_players
    table.play("KIND Feud", f"RIVAL {num_players - 1}", "SHEET 2")
    fight(table, 0)
    assert table.track(rival, 2) == (2, 1, 0)
    assert table.s.harm.sum() == 1
    assert table.s.renown.tolist() == [int(seat == p) for seat in range(5)]


def test_c110_lost_feud_harms_the_protagonist():
    table = beginning(num_players=3)
    p = int(table.s.seat)
    fight(table.play("KIND Feud", "RIVAL 1", "SHEET 2"), 1)
    assert table.track(p, 2) == (2, 1, 0)
    assert table.s.harm.sum() == 1
    assert table.s.renown[(p + 1) % 3] == 1 and table.s.renown[p] == 0  # the Renown of C111


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((3, 0, 2), (3, 1, 2)),  # 1 + 2 is not above 3: a free point is lost
        ((3, 0, 3), (3, 1, 2)),  # 1 + 3 would be: a used one is
        ((3, 1, 2), (3, 2, 1)),
    ],
)
def test_p1_harm_of_a_feud_is_suffered_by_c28(winner, before, after):
    table = beginning()
    p = int(table.s.seat)
    loser = 1 - p if winner == 0 else p
    table.tracks(loser, t0=before)
    fight(table.play("KIND Feud", "RIVAL 1", "SHEET 0"), winner)
    assert table.track(loser, 0) == after


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize(("before", "after"), [((2, 2, 0), (2, 2, 0)), ((2, 1, 0), (2, 2, 0))])
def test_c119_feud_does_nothing_to_a_trait_wholly_harmed_by_then(winner, before, after):
    table = beginning()
    p = int(table.s.seat)
    loser = 1 - p if winner == 0 else p
    table.play("KIND Feud", "RIVAL 1", "SHEET 0", "TYPE Vigor", "TYPE Craft")
    table.tracks(loser, t0=before)  # over-use in the conflict may have brought it there
    give_up(table, 1 - winner)
    assert table.track(loser, 0) == after
    assert table.s.harm.sum() == 2
    assert table.s.renown.tolist()[:2] == ([1, 0] if (winner == 0) == (p == 0) else [0, 1])  # the winner's all the same


def test_c119_by_over_use_in_the_conflict():
    table = bare(hands=("9C 4C", "KS 5D"), wins=(2, 2)).tracks(0, t0=(1, 0, 1)).tracks(1, t0=(1, 0, 0))
    table.s.stake, table.s.stake_what, table.s.rival = st.KIND_FEUD, 0, 1
    table.play("CARD 9C", "CARD KS", "PASS", "PASS", "TRAIT_OVERUSE", "CARD 4C", "PASS", "PASS")
    # 9 + 4 = 13 to 13, and 13 is the higher printed card: A wins, P would suffer one Harm in Vigor, which is (1, 1, 0).
    assert table.s.renown.tolist()[:2] == [0, 1]
    assert table.track(0, 0) == (1, 1, 0) and table.track(1, 0) == (1, 0, 0)


# ---- the Antagonist -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stake",
    [("KIND Ambition", "SHEET 0"), ("KIND Ambition", "SHEET 16"), ("KIND Stewardship", "RESOURCE 0")],
)
def test_c111_antagonist_who_wins_gets_one_renown_and_the_stake_is_off(stake):
    table = beginning().set_covenant(0, 3, 1, 0)
    p = int(table.s.seat)
    fight(table.play(*stake), 1)
    assert (table.s.renown[p], table.s.renown[1 - p]) == (0, 1)
    assert table.s.value.sum() == 16 and not table.s.magic.any() and table.covenant(0) == (3, 1, 0)


def test_c111_rival_who_wins_gets_one_renown_and_no_harm():
    table = beginning()
    p = int(table.s.seat)
    fight(table.play("KIND Feud", "RIVAL 1", "SHEET 0"), 1)
    assert (table.s.renown[p], table.s.renown[1 - p]) == (0, 1)
    assert table.track(1 - p, 0) == (2, 0, 0)


@pytest.mark.parametrize("winner", [0, 1])
def test_c111_with_no_stake(winner):
    table = bare(wins=(2, 2))
    give_up(table, 1 - winner)
    assert table.s.renown.tolist()[:2] == [1 - winner, winner]


def test_c112_with_two_players_the_other_is_the_antagonist():
    table = beginning()
    p = int(table.s.seat)
    table.play("KIND Ambition", "SHEET 0")
    assert table.decision == "TYPE" and table.s.fighter.tolist() == [p, 1 - p]


@pytest.mark.parametrize("j", [1, 2, 3])
def test_c112_in_a_feud_the_rival_is_the_antagonist(j):
    table = beginning(num_players=4)
    p = int(table.s.seat)
    table.play("KIND Feud", f"RIVAL {j}", "SHEET 0")
    assert table.decision == "TYPE" and table.s.fighter.tolist() == [p, (p + j) % 4]


@pytest.mark.parametrize("stake", [("KIND Ambition", "SHEET 0"), ("KIND Stewardship", "RESOURCE 0")])
@pytest.mark.parametrize("declined", [0, 1, 2])
def test_c112_first_to_volunteer_is_the_antagonist(stake, declined):
    table = beginning(num_players=4)
    p = int(table.s.seat)
    table.play(*stake)
    for k in range(declined):
        assert (table.decision, table.s.seat) == ("VOLUNTEER", (p + 1 + k) % 4)
        assert table.legal() == ids("VOLUNTEER", "PASS")
        table.play("PASS")
    assert (table.decision, table.s.seat) == ("VOLUNTEER", (p + 1 + declined) % 4)
    assert table.legal() == (ids("VOLUNTEER") if declined == 2 else ids("VOLUNTEER", "PASS"))  # the last has no choice
    table.play("VOLUNTEER")
    assert table.decision == "TYPE" and table.s.fighter.tolist() == [p, (p + 1 + declined) % 4]


# ---- no stake at all ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "renown"), [(0, [0, 1]), (1, [1, 0])])
def test_p6_without_a_possible_stake_p_fights_for_one_renown(winner, renown):
    table = after_a_conflict()  # seat 1 is P
    table.s.renown[:] = 0
    before = table.s.value.tolist(), table.s.harm.tolist(), table.s.covenant_value.tolist()
    fight(table, winner)
    assert table.s.renown.tolist()[:2] == renown
    assert (table.s.value.tolist(), table.s.harm.tolist(), table.s.covenant_value.tolist()) == before


def test_p25_no_decision_about_a_stake():
    table = after_a_conflict()
    assert (table.decision, table.s.seat) == ("TYPE", 1)
    assert not table.block(0, "stake_kind").any() and not table.block(0, "stake_rival").any()


def test_p25_volunteers_are_asked_all_the_same():
    table = after_a_conflict(num_players=3)
    assert (table.decision, table.s.seat) == ("VOLUNTEER", 2)
    assert table.s.fighter[0] == 1
