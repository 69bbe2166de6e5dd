"""Chapter 3, the sheet of a mage: C15 to C31."""

from __future__ import annotations

import pytest
from rules.covenant.position import Table, action
from rules.covenant.scenes import bare, show
from rules.covenant.turns import commit, random_play, trick

from shugyo.envs.covenant import state as st

NO_BONUS = "Magic Magic"
SUITS = "CDHS"
SHEETS = {action(f"SHEET {k}") for k in range(17)}
PAYMENTS = ["TRAIT_POINT", "TRAIT_ASSET", "TRAIT_OVERUSE", "TRAIT_HARM"]
TRACKS = [(v, h, s) for v in range(6) for h in range(v + 1) for s in range(v - h + 1)]
"""Every (V, H, S) with V − H − S ≥ 0 and V up to 5."""


def clear(table: Table, seat: int = 0) -> Table:
    return table.tracks(seat, **{f"t{k}": (0, 0, 0) for k in range(16)})


def vigor_window(**position) -> Table:
    """The window with P's turn: P has the ten of clubs on the table and six clubs in hand, A a club on the table."""
    return show(bare(types=NO_BONUS, hands=("10C 2C 3C 4C 5C 6C 7C", "9C 2D"), **position), "10C", "9C")


def use_vigor(table: Table, payment: str, club: str) -> Table:
    """One use of Vigor, or of the Item, with one club, and A's pass."""
    table.play(payment, f"CARD {club}")
    if table.decision.startswith("SELECT_"):
        table.play("PASS")
    return table.play("PASS")


def ambition(table: Table) -> set[int]:
    """What the Ambition of a game just begun may aim at; P is the first player."""
    return table.play("KIND Ambition").legal()


# ---- tracks ---------------------------------------------------------------------------------------------------------
def test_c015_four_kinds_of_resources_with_limited_uses():
    # One spent point on every track: 4 Traits, 4 Companions, 4 Items and 4 Assets can be restored, and nothing else.
    table = bare()
    table.s.votes[0] = 5
    table.tracks(0, **{f"t{k}": (1, 0, 1) for k in range(16)}).play("RESTORE_BY_VOTES")
    assert table.legal() == SHEETS - {action("SHEET 16")}


@pytest.mark.parametrize("s", [0, 1, 2, 3])
def test_c015_c016_c018_each_track_opens_its_own_action(s):
    # Both trick cards are of suit s, and P holds cards of all suits. So Trait, Item and Asset of suit s are of use and
    # those of another suit are not; a Companion can change a hand card of its suit whatever lies on the table.
    theirs = f"9{SUITS[s]}"
    table = show(bare(types=NO_BONUS, hands=(f"10{SUITS[s]} 2C 2D 2H 2S", f"{theirs} 3C")), f"10{SUITS[s]}", theirs)
    uses = {action(a) for a in ("TRAIT_POINT", "TRAIT_ASSET", "ITEM_USE")}
    uses |= {action(f"COMPANION_USE {x}") for x in SUITS}
    for k in range(16):
        clear(table).tracks(0, **{f"t{k}": (1, 0, 0)})
        block, suit = divmod(k, 4)
        expected = {
            0: {action("TRAIT_POINT")} if suit == s else set(),
            1: {action(f"COMPANION_USE {SUITS[suit]}")},
            2: {action("ITEM_USE")} if suit == s else set(),
            3: {action("TRAIT_ASSET")} if suit == s else set(),
        }[block]
        assert table.legal() & uses == expected, k


def test_c016_each_is_tied_to_one_trait():
    # A Companion of hearts (Influence) does nothing for a club; an Asset of Craft pays no Vigor.
    table = show(bare(types=NO_BONUS, hands=("10C 2C 3C", "9D 2D")), "10C", "9D")
    table.tracks(0, t6=(3, 0, 0), t13=(1, 0, 0), t8=(3, 0, 0))
    assert not table.can("COMPANION_USE H") and not table.can("COMPANION_USE C")
    assert not table.can("TRAIT_ASSET")
    assert not table.can("ITEM_USE")  # an Item of clubs; A has a diamond
    table.tracks(0, t12=(1, 0, 0))
    assert table.can("TRAIT_ASSET")


def test_c017_one_asset_per_trait():
    table = Table(hands=None)
    table.s.value[:, 12:] = [1, 0, 1, 0]
    legal = ambition(table)
    assert [action(f"SHEET {k}") in legal for k in (12, 13, 14, 15)] == [False, True, False, True]


def test_c017_the_one_asset_is_used_once():
    table = vigor_window().tracks(0, t12=(1, 0, 0), t0=(0, 0, 0))
    use_vigor(table, "TRAIT_ASSET", "2C")
    assert table.track(0, 12) == (1, 0, 1)
    assert not any(table.can(payment) for payment in PAYMENTS)


def test_c018_sixteen_tracks_and_magic():
    # No second Companion or Item of a Trait can be striven for: there are 4 · 4 tracks, and Magic.
    table = Table(hands=None)
    table.s.value[:], table.s.magic[:] = 0, 0
    assert ambition(table) == SHEETS
    assert table.block(0, "seat_value").shape == (5, 16)


@pytest.mark.parametrize("k", [0, 4, 8])
def test_c019_value_is_the_number_of_uses(k):
    # V = 3: three uses of a Trait, a Companion, an Item; the fourth is none. (An Asset has one, see C17.)
    table = vigor_window().tracks(0, **{f"t{k}": (3, 0, 0)})
    name = {0: "TRAIT_POINT", 4: "COMPANION_USE C", 8: "ITEM_USE"}[k]
    for i, club in enumerate(("2C", "3C", "4C")):
        assert table.can(name)
        if k == 4:
            table.play(name, f"CARD {club}", "SUIT H", "PASS")
        else:
            use_vigor(table, name, club)
        assert table.track(0, k) == (3, 0, i + 1)
    assert not table.can(name)


def test_c019_uses_do_not_come_back_from_trick_to_trick():
    # One cycle of play is a season, not a trick: the only point of Vigor is gone in the second trick.
    table = bare(types=NO_BONUS, hands=("10C 2C 3C 4C", "9C 2D 3D")).tracks(0, t0=(1, 0, 0))
    use_vigor(show(table, "10C", "9C"), "TRAIT_POINT", "2C").play("PASS")
    show(table, "3C", "2D")
    assert table.s.acting == 0 and not table.can("TRAIT_POINT")
    assert table.track(0, 0) == (1, 0, 1)


# ---- use and over-use -----------------------------------------------------------------------------------------------
def test_c020_a_use_takes_one_free_point():
    table = vigor_window()
    for v, h, s in TRACKS:
        assert table.tracks(0, t0=(v, h, s)).can("TRAIT_POINT") == (v - h - s >= 1), (v, h, s)


@pytest.mark.parametrize(("k", "name"), [(4, "COMPANION_USE C"), (8, "ITEM_USE"), (12, "TRAIT_ASSET")])
def test_c020_so_with_companions_items_and_assets(k, name):
    table = vigor_window()
    limit = 1 if k == 12 else 3
    for v, h, s in TRACKS:
        if v <= limit and (k < 12 or h == 0):
            assert table.tracks(0, **{f"t{k}": (v, h, s)}).can(name) == (v - h - s >= 1), (v, h, s)


def test_c020_spent_goes_up_by_one():
    # (3, 1, 1): one point free. After its use (3, 1, 2), and none is free.
    table = vigor_window().tracks(0, t0=(3, 1, 1))
    use_vigor(table, "TRAIT_POINT", "2C")
    assert table.track(0, 0) == (3, 1, 2) and not table.can("TRAIT_POINT")


@pytest.mark.parametrize("seed", range(4))
def test_c020_c021_c026_c027_bounds_hold_in_any_game(seed):
    # Free points are never negative; limits 5, 3, 3, 1 (C21) and 3 (C31); no Asset and nothing of value 0 is Harmed.
    table = Table(num_players=2 + seed, hands=None, content={"covenant": {"fall": 6}})
    limit = [5] * 4 + [3] * 8 + [1] * 4
    harmed = 0
    for _ in random_play(table, seed):
        s = table.s
        assert (s.value >= s.harm + s.spent).all() and (s.harm >= 0).all() and (s.spent >= 0).all()
        assert (s.value <= limit).all() and s.magic.max() <= 3
        assert s.harm[:, 12:].sum() == 0
        assert s.harm[s.value == 0].sum() == 0
        harmed = max(harmed, int(s.harm.sum()))
    assert harmed > 3  # otherwise little has been seen


@pytest.mark.parametrize(("k", "limit"), [(0, 5), (3, 5), (4, 3), (7, 3), (8, 3), (11, 3), (12, 1), (15, 1)])
def test_c021_limits_of_tracks(k, limit):
    for v in range(limit + 1):
        table = Table(hands=None)
        table.s.value[:, k] = v
        assert (action(f"SHEET {k}") in ambition(table)) == (v < limit), v


def test_c021_a_value_may_be_zero_and_nothing_of_it_can_be_used():
    table = vigor_window()
    assert table.tracks(0, t0=(0, 0, 0), t4=(0, 0, 0), t8=(0, 0, 0), t12=(0, 0, 0)).track(0, 0) == (0, 0, 0)
    names = [*PAYMENTS, "COMPANION_USE C", "COMPANION_OVERUSE C", "ITEM_USE", "ITEM_OVERUSE"]
    assert not any(table.can(name) for name in names)
    table.tracks(0, t0=(1, 0, 0), t4=(1, 0, 0), t8=(1, 0, 0), t12=(1, 0, 0))
    assert all(table.can(name) for name in ("TRAIT_POINT", "COMPANION_USE C", "ITEM_USE", "TRAIT_ASSET"))


def test_c022_harm_takes_uses_away():
    # V = 3 and H = 2 leave one use instead of three.
    table = vigor_window().tracks(0, t0=(3, 2, 0))
    use_vigor(table, "TRAIT_POINT", "2C")
    assert not table.can("TRAIT_POINT")
    assert vigor_window().tracks(0, t0=(3, 3, 0)).legal().isdisjoint(map(action, PAYMENTS))


def test_c022_until_somebody_removes_it():
    # The season's last conflict of two players, won by P; at the meeting S returns and H stays until it is mended for
    # 3 votes (C115). P is the first player and is asked first.
    table = bare(wins=(2, 0), hands=("AS 2C", "KS 3C")).tracks(0, t0=(3, 2, 1))
    table.s.conflicts_over, table.s.votes[0] = 1, 6
    trick(table, "AS", "KS")
    assert table.decision == "MEETING" and table.s.seat == 0
    assert table.track(0, 0) == (3, 2, 0)
    assert table.play("SHEET 0").track(0, 0) == (3, 1, 0)
    assert table.play("PASS", "PASS").track(0, 0) == (3, 1, 0)  # next season


@pytest.mark.parametrize(("k", "use", "overuse"), [
    (4, "COMPANION_USE C", "COMPANION_OVERUSE C"), (8, "ITEM_USE", "ITEM_OVERUSE"),
])  # fmt: skip
def test_c023_companion_and_item_work_beyond_their_power(k, use, overuse):
    table = vigor_window().tracks(0, **{f"t{k}": (1, 0, 0)})
    assert table.can(use) and not table.can(overuse)
    for name, club, expected in ((use, "2C", (1, 0, 1)), (overuse, "3C", (1, 1, 0))):
        if k == 4:
            table.play(name, f"CARD {club}", "SUIT H", "PASS")
        else:
            use_vigor(table, name, club)
        assert table.track(0, k) == expected
    assert not table.can(use) and not table.can(overuse)


def test_c023_companion_is_overused_while_preparing_too():
    table = bare(hands=("2C 3C", "2D 3D")).tracks(0, t4=(1, 0, 1))
    table.play("COMPANION_OVERUSE C", "CARD 2C", "SUIT H")
    assert table.track(0, 4) == (1, 1, 0) and table.s.suit[0] == st.HEARTS


def test_c024_a_trait_works_on_when_all_its_points_are_used_up():
    table = vigor_window().tracks(0, t0=(2, 0, 1))
    assert not table.can("TRAIT_OVERUSE")  # a point is still free
    use_vigor(table, "TRAIT_POINT", "2C")
    assert table.can("TRAIT_OVERUSE")
    use_vigor(table, "TRAIT_OVERUSE", "3C")
    assert table.track(0, 0) == (2, 1, 1)


@pytest.mark.parametrize(("k", "name"), [(0, "TRAIT_OVERUSE"), (4, "COMPANION_OVERUSE C"), (8, "ITEM_OVERUSE")])
def test_c025_overuse_needs_no_free_and_a_spent_point(k, name):
    table = vigor_window()
    for v, h, s in TRACKS:
        if k == 0 or v <= 3:
            assert table.tracks(0, **{f"t{k}": (v, h, s)}).can(name) == (v - h - s == 0 and s >= 1), (v, h, s)


def test_c025_no_more_than_v_times():
    # V = 3: three uses make S 3, then three over-uses turn it into H 3: (3, 3, 0). Six clubs are played in all.
    table = vigor_window().tracks(0, t0=(3, 0, 0))
    for i, club in enumerate(("2C", "3C", "4C")):
        use_vigor(table, "TRAIT_POINT", club)
        assert table.track(0, 0) == (3, 0, i + 1)
    for i, club in enumerate(("5C", "6C")):
        use_vigor(table, "TRAIT_OVERUSE", club)
        assert table.track(0, 0) == (3, i + 1, 2 - i)
    table.play("TRAIT_OVERUSE", "CARD 7C", "PASS")
    assert table.track(0, 0) == (3, 3, 0)
    assert not any(table.can(payment) for payment in PAYMENTS)


def test_c025_the_resource_works_once():
    # The over-use of Vigor adds the two clubs, 10 + 2 + 3 = 15, and is over then.
    table = vigor_window().tracks(0, t0=(1, 0, 1))
    table.play("TRAIT_OVERUSE", "CARD 2C", "CARD 3C", "PASS", "PASS")
    assert table.block(0, "trick_value")[0] == 15
    assert table.track(0, 0) == (1, 1, 0) and not table.can("TRAIT_OVERUSE")


def test_c026_an_asset_never_takes_harm():
    # The Asset is used up and the Trait worth nothing: there is no over-use by which to go on.
    table = vigor_window().tracks(0, t0=(0, 0, 0), t12=(1, 0, 1))
    assert not any(table.can(payment) for payment in PAYMENTS)
    # Over-use of the Trait leaves the Asset alone.
    table.tracks(0, t0=(1, 0, 1))
    use_vigor(table, "TRAIT_OVERUSE", "2C")
    assert table.track(0, 12) == (1, 0, 1)


def test_c026_no_feud_aims_at_an_asset():
    table = Table(hands=None)
    table.s.value[:2] = 1
    table.play("KIND Feud", "RIVAL 1")
    assert table.legal() == {action(f"SHEET {k}") for k in range(4)}


def test_c027_value_zero_never_takes_harm():
    # Opposed Harm would hit Insight, which P does not have; a Feud cannot be about it either.
    table = show(bare(types=NO_BONUS, hands=("10C 2C", "KS 2D")), "10C", "KS").tracks(0, t0=(1, 0, 1))
    assert not table.can("TRAIT_HARM")
    assert table.tracks(0, t3=(1, 0, 0)).can("TRAIT_HARM")


@pytest.mark.parametrize("without", [0, 1])
def test_c027_no_feud_about_a_trait_of_value_zero(without):
    table = Table(hands=None)
    p = int(table.s.seat)
    table.s.value[:2, :4] = 1
    table.s.value[(p + without) % 2, 2] = 0
    table.play("KIND Feud", "RIVAL 1")
    assert table.legal() == {action(f"SHEET {k}") for k in (0, 1, 3)}


def test_c027_no_harm_to_a_covenant_resource_of_value_zero():
    table = bare().set_covenant(0, 0, 0, 0).set_covenant(1, 1, 0, 1)
    assert table.play("CLAIM").legal() == {action("RESOURCE 1")}


# What C28 demands: H + 1 if H < V; then S − 1 if S + H > V.
SUFFERED = [
    ((3, 0, 0), (3, 1, 0)),
    ((3, 0, 1), (3, 1, 1)),  # a free point is lost
    ((3, 0, 2), (3, 1, 2)),  # the last free point
    ((3, 0, 3), (3, 1, 2)),  # 3 + 1 > 3: a used one
    ((3, 1, 2), (3, 2, 1)),
    ((3, 2, 0), (3, 3, 0)),
    ((1, 0, 1), (1, 1, 0)),
    ((5, 4, 1), (5, 5, 0)),
]


@pytest.mark.parametrize(("before", "after"), SUFFERED)
def test_c028_suffering_in_opposed_harm(before, after):
    # P's Vigor has no free point; A's card is a spade, so that P's Insight suffers.
    table = show(bare(types=NO_BONUS, hands=("10C 2C", "KS 2D")), "10C", "KS")
    table.tracks(0, t0=(1, 0, 1), t3=before).play("TRAIT_HARM", "CARD 2C")
    assert table.track(0, 3) == after and table.track(0, 0) == (1, 0, 1)


@pytest.mark.parametrize("p_wins", [True, False])
@pytest.mark.parametrize(("before", "after"), [*SUFFERED, ((3, 3, 0), (3, 3, 0)), ((1, 1, 0), (1, 1, 0))])
def test_c028_suffering_in_a_feud(before, after, p_wins):
    # A Feud about Craft. If P wins, A suffers; otherwise P does. Where H is V already, nothing happens.
    table = bare(wins=(2, 2), hands=("AS 2C", "KS 3C") if p_wins else ("KS 2C", "AS 3C"))
    table.s.stake, table.s.stake_what, table.s.rival = st.KIND_FEUD, 1, 1
    table.tracks(0, t1=before).tracks(1, t1=before)
    trick(table, *(("AS", "KS") if p_wins else ("KS", "AS")))
    assert table.decision == "STAKE_KIND"
    assert (table.track(0, 1), table.track(1, 1)) == ((before, after) if p_wins else (after, before))


@pytest.mark.parametrize(("before", "after"), [((2, 1, 1), (2, 1, 0)), ((3, 0, 3), (3, 0, 2)), ((1, 0, 1), (1, 0, 0))])
@pytest.mark.parametrize("k", [0, 5])
def test_c029_restoring_lowers_s_and_never_h(k, before, after):
    table = bare(hands=("2C 3C", "2D 3D")).tracks(0, **{f"t{k}": before})
    table.s.votes[0] = 5
    table.play("RESTORE_BY_VOTES", f"SHEET {k}")
    assert table.track(0, k) == after


def test_c029_restoring_needs_a_spent_point():
    table = bare(hands=("KC 3C", "2D 3D")).tracks(0, t0=(3, 2, 0), t1=(2, 0, 0), t5=(1, 1, 0))
    table.s.votes[0] = 30
    assert not table.can("RESTORE_BY_VOTES") and not table.can("RESTORE_BY_FACE")
    table.tracks(0, t2=(2, 0, 1))
    assert table.can("RESTORE_BY_VOTES") and table.can("RESTORE_BY_FACE")
    assert table.play("RESTORE_BY_VOTES").legal() == {action("SHEET 2")}


def test_c029_face_card_restores_in_the_same_way():
    table = bare(hands=("KC 3C", "2D 3D")).tracks(0, t8=(3, 1, 2)).play("RESTORE_BY_FACE")
    table.play(*(["CARD KC", "SHEET 8"] if table.decision == "FACE_CARD" else ["SHEET 8", "CARD KC"]))
    assert table.track(0, 8) == (3, 1, 1)


# ---- Magic ----------------------------------------------------------------------------------------------------------
def test_c030_magic_is_not_spent():
    # A rating of 3 counts in every trick of a Magic contest: 2 + 3, 4 + 3, 6 + 3, and is 3 afterwards.
    table = bare(types="Magic Vigor", hands=("2D 4D 6D", "AS KS QS"))
    table.s.magic[0] = 3
    for of_p, of_a, value in (("2D", "AS", 5), ("4D", "KS", 7), ("6D", "QS", 9)):
        show(table, of_p, of_a)
        assert table.block(0, "trick_value")[0] == value
        if of_p != "6D":
            table.play("PASS", "PASS")
    assert table.s.magic[0] == 3


def test_c030_magic_is_neither_restored_nor_feuded_about_nor_mended():
    magic = action("SHEET 16")
    table = bare().tracks(0, t0=(1, 0, 1))
    table.s.magic[:2], table.s.votes[0] = 1, 5
    assert magic not in table.play("RESTORE_BY_VOTES").legal()
    feud = Table(hands=None).play("KIND Feud", "RIVAL 1")
    assert magic not in feud.legal()
    meeting = bare(wins=(2, 0), hands=("AS 2C", "KS 3C")).tracks(0, t0=(3, 2, 1))
    meeting.s.conflicts_over, meeting.s.votes[0], meeting.s.magic[:2] = 1, 6, 1
    trick(meeting, "AS", "KS")
    assert meeting.decision == "MEETING" and meeting.legal() == {action("PASS"), action("SHEET 0")}


def test_c031_magic_goes_up_to_three():
    for magic in range(4):
        table = Table(hands=None)
        table.s.magic[:] = magic
        assert (action("SHEET 16") in ambition(table)) == (magic < 3)


def test_c031_magic_reaches_three_and_begins_at_zero():
    for before in (0, 1, 2):
        table = bare(wins=(2, 0), hands=("AS 2C", "KS 3C"))
        table.s.magic[0], table.s.stake, table.s.stake_what = before, st.KIND_AMBITION, 16
        trick(table, "AS", "KS")
        assert table.s.magic.tolist() == [before + 1, 0, 0, 0, 0]


def test_c031_a_rating_of_zero_adds_nothing():
    table = show(bare(types="Magic Magic", hands=("9D 2C", "8S 3C")), "9D", "8S")
    assert table.block(0, "trick_value").tolist() == [9, 8]


def test_c023_an_item_is_of_no_use_before_the_window():
    # Over-use opens no other moment: C77 is for the window.
    table = bare(hands=("2C 3C", "2D 3D")).tracks(0, t8=(1, 0, 1), t9=(1, 0, 0))
    assert not table.can("ITEM_USE") and not table.can("ITEM_OVERUSE")
    commit(table, "2C", "2D")
    assert table.legal() == {action("PASS"), action("CONCEDE")}
