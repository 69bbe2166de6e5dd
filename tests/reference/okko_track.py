"""The Corruption track of the Okko Chronicles reference (chapter 14): what is due in a round, and where it may go."""

from __future__ import annotations

from dataclasses import dataclass, field

PLACE, MOVE = "place", "move"
THRALLS, CREATURES = "thralls", "creatures"
DUE = {
    1: ("", THRALLS, 1),
    2: (PLACE, CREATURES, 1),
    3: (MOVE, THRALLS, 2),
    4: (PLACE, CREATURES, 2),
    5: (MOVE, THRALLS, 3),
    6: (PLACE, CREATURES, 3),
    7: (MOVE, THRALLS, 4),
    8: (PLACE, "", 0),
}
"""``{round: (what is done with a Corruption token, tree, its column)}``; in all later rounds a token may be moved."""
LATER = (MOVE, "", 0)
RED_ROUND = 4  # O153


@dataclass
class Node:
    """One position of a tree.

    Attributes:
        column: from 1.
        linked: positions of the column before; of them one must be taken (A4).
        taken: a token lies there.
    """

    column: int
    linked: set[int] = field(default_factory=set)
    taken: bool = False


@dataclass
class Track:
    """The track and the Corruption tokens.

    Attributes:
        round: in play.
        frozen: A12.
        left: Corruption tokens on the track.
        tiles: Tiles of the board.
        touching: the pairs of adjacent Tiles.
        corrupted: Tiles with a token, and whether it is the red one.
        trees: positions by tree and number.
        anywhere: ``rules.A1`` is ``any``.
        room: with ``rules.A5`` = ``space`` the free Spaces by Tile; None without it.
    """

    round: int
    frozen: bool
    left: int
    tiles: set[int]
    touching: set[tuple[int, int]]
    corrupted: dict[int, bool]
    trees: dict[str, dict[int, Node]]
    anywhere: bool = False
    room: dict[int, set[int]] | None = None

    def takers(self) -> set[int]:
        """B70, B71, A5: the Tiles that can get a token."""
        return {tile for tile in self.tiles - set(self.corrupted) if self.room is None or self.room[tile]}

    def places(self) -> set[int]:
        """O146: where a token from the track may be placed; empty if none is due."""
        token, _, _ = DUE.get(self.round, LATER)
        return self.takers() if token == PLACE and self.left and not self.frozen else set()

    def moves(self) -> dict[int, set[int]]:
        """O144, O154, A1: where the token of a Tile may go, for each that can go anywhere; it may stay, too."""
        token, _, _ = DUE.get(self.round, LATER)
        if token != MOVE or self.frozen:
            return {}
        free = self.anywhere and self.round in (3, 5, 7)
        ways = {
            tile: {other for other in self.takers() if free or (tile, other) in self.touching}
            for tile in self.corrupted
        }
        return {tile: others for tile, others in ways.items() if others}

    def enhancements(self) -> set[tuple[str, int]]:
        """O145, O147, O149, O151, A4: (tree, position) that can be taken; one must be (B72)."""
        _, tree, column = DUE.get(self.round, LATER)
        if not tree or self.frozen:
            return set()
        positions = self.trees[tree]
        if any(position.taken for position in positions.values() if position.column == column):
            return set()
        before = {n for n, position in positions.items() if position.taken and position.column == column - 1}
        return {
            (tree, n)
            for n, position in positions.items()
            if position.column == column and (column == 1 or position.linked & before)
        }

    def lay(self, tile: int, origin: int | None = None) -> None:
        """O146, O153: a token comes to a Tile, from the track (red in round 4) or from another Tile."""
        if origin is None:
            self.left -= 1
            self.corrupted[tile] = self.round == RED_ROUND
        else:
            self.corrupted[tile] = self.corrupted.pop(origin)
