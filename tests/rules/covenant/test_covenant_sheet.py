"""Chapter 4, the sheet of the covenant: C32 to C34."""

from __future__ import annotations

import numpy as np
import pytest
from rules.covenant.position import Table, action
from rules.covenant.scenes import bare, show

RESOURCES = [action(f"RESOURCE {r}") for r in range(5)]
TRACKS = [(v, h, s) for v in range(7) for h in range(v + 1) for s in range(v - h + 1)]
"""Every (V, H, S) with V − H − S ≥ 0 and V up to 6."""


def test_c032_five_resources():
    # In a Magic contest all five can be taken; Servants 0, Coffers 1, Relations 2, Archives 3, Essences 4.
    table = bare(types="Magic Vigor")
    for r in range(5):
        table.set_covenant(r, 1, 0, 0)
    assert table.play("CLAIM").legal() == set(RESOURCES)


def test_c032_they_belong_to_all_players_together():
    # P Claims two of the three Servants, A the third: now none is free, for either of them.
    table = show(bare(hands=("2C 3C", "2D 3D")).set_covenant(0, 3, 0, 0).set_covenant(1, 1, 0, 1), "2C", "2D")
    table.play("CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (3, 0, 1)
    table.play("CLAIM", "RESOURCE 0")
    assert table.s.acting == 0 and table.covenant(0) == (3, 0, 2)
    table.play("CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (3, 0, 3)
    # What A does next is over-use (C94): Harm, for a point that P had Claimed.
    table.play("CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (3, 1, 2)


def test_c032_one_covenant_sheet_in_all_eyes():
    table = bare(num_players=4)
    for r in range(5):
        table.set_covenant(r, r + 2, 1, r)
    for seat in range(4):
        assert table.block(seat, "covenant").tolist() == [[2, 3, 4, 5, 6], [1] * 5, [0, 1, 2, 3, 4]]


def test_c033_claim_and_harm_are_use_and_overuse():
    # C20: a use needs a free point and raises S. C25: over-use needs none free and S of 1; then S − 1 and H + 1.
    for v, h, s in TRACKS:
        table = bare().set_covenant(0, v, h, s).set_covenant(1, 6, 0, 0)  # Coffers, so that the Claim is allowed
        table.play("CLAIM")
        free = v - h - s
        assert table.can("RESOURCE 0") == (free >= 1 or s >= 1), (v, h, s)
        if table.can("RESOURCE 0"):
            table.play("RESOURCE 0")
            assert table.covenant(0) == ((v, h, s + 1) if free else (v, h + 1, s - 1))


@pytest.mark.parametrize(("track", "possible"), [
    ((5, 0, 0), True), ((6, 0, 0), False), ((6, 0, 6), False), ((6, 1, 0), True), ((0, 0, 0), True), ((1, 1, 0), True),
])  # fmt: skip
def test_c033_value_is_at_most_six(track, possible):
    # Stewardship can lift a value below 6, or remove a Harm (C109).
    table = Table(hands=None)
    table.set_covenant(2, *track).play("KIND Stewardship")
    assert table.can("RESOURCE 2") == possible


def test_c034_all_sheets_lie_open():
    # Five mages with numbers of their own; each seat sees all of them, counted from its own chair.
    table = Table(num_players=5, fighters=(1, 3))
    s = table.s
    random = np.random.default_rng(1)
    s.value[:] = random.integers(0, 6, (5, 16))
    s.harm[:] = s.value * (random.random((5, 16)) < 0.5) // 2
    s.spent[:] = (s.value - s.harm) * (random.random((5, 16)) < 0.5)
    s.magic[:] = 3, 1, 0, 2, 3
    s.votes[:] = 30, 0, 7, 12, 5
    s.renown[:] = 4, -2, 9, 0, 1
    s.blame[:] = 1, 0, 3, 2, 5
    for seat in range(5):
        chairs = [(seat + k) % 5 for k in range(5)]
        for block, field in [
            ("seat_value", s.value), ("seat_harm", s.harm), ("seat_spent", s.spent), ("seat_magic", s.magic),
            ("seat_votes", s.votes), ("seat_renown", s.renown), ("seat_blame", s.blame),
        ]:  # fmt: skip
            assert table.block(seat, block).tolist() == field[chairs].tolist(), block


def test_c034_the_covenant_lies_open():
    table = Table(num_players=3, fighters=(1, 2)).set_covenant(1, 6, 2, 3)
    for seat in range(3):
        assert table.block(seat, "covenant")[:, 1].tolist() == [6, 2, 3]


def test_c034_only_cards_are_secret():
    # A's hand and the order of the deck are nothing to P or the Council, its number of cards is open.
    table = Table(num_players=3, hands=("2C 3C", "KH KS QH"))
    before = [table.observation(seat) for seat in (0, 2)]
    s = table.s
    held, free = sorted(table.hand(1)), [15, 16, 17]
    for old, new in zip(held, free, strict=True):
        place = s.deck.tolist().index(new)
        s.zone[old], s.zone[new], s.deck[place] = s.zone[new], s.zone[old], old
        s.known[old], s.known[new] = s.known[new], s.known[old]
    table.refresh()
    assert table.hand(1) == set(free)
    assert all((table.observation(seat) == old).all() for seat, old in zip((0, 2), before, strict=True))
    assert table.block(2, "seat_hand")[:3].tolist() == [0, 2, 3]
