"""What the scripted players care for: one set of weights each, in mon."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """Weights of a scripted player; those of a whole game ahead shrink with the petals.

    Attributes:
        point: a victory point.
        loot: a treasure looted.
        regalia: … of the regalia.
        engine: one mon of a card's cost, with the whole game ahead.
        bonus: one mon of what it gives when it is deployed, likewise.
        trade_point: a trade point.
        junk: what a reinforcement has to be worth to be wanted, likewise: cards beyond that clog the deck.
        hero: a hero in a free slot, likewise.
        proceeds: a mon from a sale.
        petal: a petal that falls.
        lead: … more while ahead, and less while behind.
        trade: what a trade has to bring.
    """

    point: float
    loot: float
    regalia: float
    engine: float
    bonus: float
    trade_point: float
    junk: float
    hero: float
    proceeds: float
    petal: float
    lead: float
    trade: float


HEURISTIC = Style(1.5, 4.5, 7.0, 0.6, 0.3, 0.7, 1.0, 1.0, 1.0, 0.0, 0.3, 3.0)
RUSHER = Style(1.5, 4.5, 7.0, 0.5, 0.3, 2.0, 1.0, 3.0, 1.0, 4.0, 0.5, 30.0)
