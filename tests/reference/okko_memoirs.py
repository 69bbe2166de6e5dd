"""Tikku's Memoirs of the Okko Chronicles reference (chapter 24): points, and who wins."""

from __future__ import annotations

from dataclasses import dataclass, field

BLUE, RED = "blue", "red"
HEROES, ONI, DRAW = "heroes", "oni", "draw"
SIDES = {HEROES: BLUE, ONI: RED}


@dataclass
class Memoirs:
    """Recollections by name.

    Attributes:
        worth: points of each by its size (O230); those without a size are not there.
        pages: the colour of those that have been added.
        fulfilled: Recollections of living Heroes who have fulfilled their Personal Missions (O224).
        closed: none is added any more (A8, ``all``).
    """

    worth: dict[str, int]
    pages: dict[str, str] = field(default_factory=dict)
    fulfilled: set[str] = field(default_factory=set)
    closed: bool = False

    def add(self, name: str, colour: str) -> None:
        """B94: each once, on one side."""
        if not self.closed and name in self.worth:
            self.pages.setdefault(name, colour)

    def all_pages(self) -> dict[str, str]:
        """Those that count now: Personal Missions of living Heroes do already (B95)."""
        due = {} if self.closed else dict.fromkeys(self.fulfilled & set(self.worth), BLUE)
        return {**due, **self.pages}

    def points(self, side: str) -> int:
        """O229, B95."""
        return sum(self.worth[name] for name, colour in self.all_pages().items() if colour == SIDES[side])

    def scores(self, heroes: int) -> list[int]:
        """B95: by seat."""
        return [self.points(ONI)] + [self.points(HEROES)] * heroes

    def close(self) -> None:
        """O224: at the end living Heroes add their Personal Missions."""
        self.pages = self.all_pages()

    def winner(self, escaped: bool, tie_to_battle: bool = False) -> str:
        """O229, A9: the higher sum."""
        heroes, oni = self.points(HEROES), self.points(ONI)
        if heroes == oni:
            return (ONI if escaped else HEROES) if tie_to_battle else DRAW
        return HEROES if heroes > oni else ONI

    def finish(self, escaped: bool) -> None:
        """O185, O186, O227: how the Final Battle ended is recorded, then the Personal Missions."""
        self.add("escaped" if escaped else "defeated", RED if escaped else BLUE)
        self.close()


def returns(winner: str, heroes: int) -> list[int]:
    """B95: by seat."""
    if winner == DRAW:
        return [0] * (heroes + 1)
    return [1, *[-1] * heroes] if winner == ONI else [-1, *[1] * heroes]
