"""Positions of the nemesis variant, in the small box: before, at and after the reveal."""

from __future__ import annotations

from rules.daimyo.box import small
from rules.daimyo.position import Table


def variant(num_players: int = 2, fighters: str = "", hands: tuple[str, ...] = (), decks: str = "", **given) -> Table:
    """The main phase of seat 0.

    The treasure decks of the classes are empty, so that a nemesis has no boost; the pools hold a card, so that the end
    phase asks for it and every turn can be looked at when it ends.

    Args:
        num_players: seats.
        fighters: active heroes by seat, – for none; if not given asa, emi, botan …
        hands: by seat.
        decks: of each player.
        **given: as of `small`.
    """
    table = small(num_players, nemesis=True, **given)
    for seat, key in enumerate((fighters or "asa emi botan fuji chiyo").split()[:num_players]):
        if key != "–":
            table.hero(seat, key, active=True)
    for seat in range(num_players):
        table.hand(seat, (*hands, *[""] * num_players)[seat]).deck(seat, decks)
    return table.supply("samurai_treasures", "").supply("ninja_treasures", "").pool("samurai", "red3")


def second_in_turn(**given) -> Table:
    """Three players, the main phase of seat 1."""
    return variant(3, **given).turn_of(1).on_to("MAIN 1")


def revealed(nemesis: str, **given) -> Table:
    """Seat 0 has ended its turn and the nemesis has come; the battle has begun."""
    return variant(**given).hero_deck(nemesis).play("END_TURN")


def out(nemesis: str, **given) -> Table:
    """The nemesis has been out for a while, seat 0 is in its main phase."""
    return variant(**given).area(nemesis)


def fate(table: Table, key: str) -> int:
    """Where a character is."""
    return int(table.s.place[table.character(key)])
