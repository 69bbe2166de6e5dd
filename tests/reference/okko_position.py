"""A position of the Okko Chronicles reference: who stands where, what lies where, and what follows for one figure.

Chapters 5 to 7 as far as they say where a figure can go and whom it can attack. Figures are numbers, as in the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from .okko_map import Map

HEROES, ONI = "heroes", "oni"
HERO, COMPANION, THRALL, CREATURE = "hero", "companion", "thrall", "creature"
MELEE, RANGED = "melee", "ranged"


@dataclass
class Figure:
    """One figure.

    Attributes:
        number: its number in the record.
        type: HERO, COMPANION, THRALL or CREATURE.
        space: where it stands, empty off the board.
        stamina: Damage tokens that eliminate it, or bring a Hero a Wound.
        damage: Damage tokens on it.
        conditions: ``{name: 2 with the worse side up, 1 with the weaker}``.
    """

    number: int
    type: str
    space: str = ""
    stamina: int = 1
    damage: int = 0
    conditions: dict[str, int] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """O231."""
        return HEROES if self.type in (HERO, COMPANION) else ONI


@dataclass
class Position:
    """The board at one moment.

    Attributes:
        map: the palace.
        figures: by number.
        tokens: Spaces with a token that takes its Space (B26).
        closed: Doors that are closed.
        corrupted: Tiles with a Corruption token.
    """

    map: Map
    figures: dict[int, Figure]
    tokens: set[str] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    corrupted: set[str] = field(default_factory=set)

    # ---- who is where ------------------------------------------------------------------------------------------------
    def standing(self) -> list[Figure]:
        """The figures on the board."""
        return [figure for figure in self.figures.values() if figure.space]

    def opponents(self, figure: Figure) -> list[Figure]:
        """O231: those on the board."""
        return [other for other in self.standing() if other.side != figure.side]

    def area(self, figure: Figure) -> str:
        """Where the figure stands."""
        return self.map.square(figure.space).area

    def contested(self, figure: Figure) -> set[str]:
        """Areas with at least one opponent."""
        return {self.area(other) for other in self.opponents(figure)}

    # ---- B26 ---------------------------------------------------------------------------------------------------------
    def free(self, space: str) -> bool:
        """B26: no figure and no token."""
        return space not in self.tokens and all(figure.space != space for figure in self.standing())

    def allowed(self, figure: Figure, space: str) -> bool:
        """B26, O56: Heroes, Followers and Kami never stand on a reinforcement Space."""
        return self.free(space) and not (figure.side == HEROES and self.map.square(space).kind)

    def room(self, figure: Figure, area: str) -> set[str]:
        """The free and allowed Spaces of an Area."""
        taken = self.tokens | {other.space for other in self.standing()}
        spaces = {space for space in self.map.spaces(area) if space not in taken}
        return {space for space in spaces if not (figure.side == HEROES and self.map.square(space).kind)}

    # ---- chapter 6 ---------------------------------------------------------------------------------------------------
    def ways(self, figure: Figure, speed: int, swift: bool = False) -> Iterator[tuple[str, ...]]:
        """Every way from Area to Area that no rule forbids, its start included (O60 to O64, A17 to A19, B28).

        Args:
            figure: who moves.
            speed: Areas it may enter at most.
            swift: opponents do not stop it (EFFECTS.md).
        """
        stops = set() if swift else self.contested(figure)
        waiting = [(self.area(figure),)]
        while waiting:
            way = waiting.pop()
            yield way
            if len(way) > speed or (way[-1] in stops and len(way) > 1) or (way[0] in stops and len(way) > 1):
                continue
            for area in self.map.next_areas(way[-1], self.closed):
                if area not in way and self.may_enter(figure, way[-1], area):
                    waiting.append((*way, area))

    def enters_prohibited(self, one: str, other: str) -> bool:
        """O160: whether the step leads onto a prohibited Tile."""
        tile = other.partition(".")[0]
        return tile in self.map.prohibited and one.partition(".")[0] != tile

    def may_enter(self, figure: Figure, one: str, other: str) -> bool:
        """B28, B29: a Hero, who may be caught there, needs room in the first Area of a prohibited Tile."""
        return figure.type != HERO or not self.enters_prohibited(one, other) or bool(self.room(figure, other))

    def reach(self, figure: Figure, speed: int, swift: bool = False) -> set[str]:
        """The Spaces on which a move may end (O61, O65, B33)."""
        areas = {way[-1] for way in self.ways(figure, speed, swift)}
        return {space for area in areas for space in self.room(figure, area)}

    def way(self, figure: Figure, speed: int, goal: str, swift: bool = False) -> tuple[str, ...] | None:
        """B27: the way that a move to an Area takes."""

        def cost(way: tuple[str, ...]) -> tuple[int, int, list[int]]:
            return len(self.entries(way)), len(way), [self.map.areas.index(area) for area in way]

        ways = [way for way in self.ways(figure, speed, swift) if way[-1] == goal]
        return min(ways, key=cost, default=None)

    def entries(self, way: tuple[str, ...]) -> list[str]:
        """A30: the Areas in which a way enters a prohibited Tile, one Sneak Test each."""
        return [other for one, other in pairwise(way) if self.enters_prohibited(one, other)]

    # ---- chapter 7 ---------------------------------------------------------------------------------------------------
    def in_sight(self, figure: Figure, space: str) -> bool:
        """O70, O71, B24: a line of sight that no opponent stands on."""
        blocking = [other.space for other in self.opponents(figure)]
        return self.map.sees(figure.space, space, self.closed, blocking)

    def can_attack(self, figure: Figure, other: Figure, kind: str) -> bool:
        """O69, O70: whether an Attack of that kind reaches the other figure."""
        if other.side == figure.side or not other.space:
            return False
        if kind == RANGED:
            return self.in_sight(figure, other.space)
        near = self.map.adjacent(figure.space, other.space, self.closed)
        return near and self.map.sees(figure.space, other.space, self.closed)

    def push_spaces(self, figure: Figure, target: Figure) -> set[str]:
        """A25, B40: where the target can be pushed to."""
        distance = self.map.distance(figure.space, target.space)
        return {
            space
            for space in self.map.neighbours(target.space, self.closed)
            if self.allowed(target, space) and self.map.distance(figure.space, space) > distance
        }

    # ---- chapter 8: where Tests can be made --------------------------------------------------------------------------
    def beside(self, figure: Figure, spaces: set[str]) -> set[str]:
        """A33: those of the Spaces that are adjacent to the figure."""
        return {space for space in spaces if self.map.adjacent(figure.space, space, self.closed)}

    # ---- chapter 16 --------------------------------------------------------------------------------------------------
    def coming(self, hero: Figure) -> tuple[set[int], set[str]]:
        """B31: the thralls of the Hero's Tile that can be moved now, and the free Spaces to which they can be.

        Those that are not adjacent come to the Hero; where no Space is left there, those of other Areas to the Hero's.
        """
        tile, area = self.map.square(hero.space).tile, self.area(hero)
        near = self.map.neighbours(hero.space, self.closed)
        thralls = [
            figure
            for figure in self.standing()
            if figure.type == THRALL and self.map.square(figure.space).tile == tile and figure.space not in near
        ]
        spaces = {space for space in near if self.free(space)}
        if not spaces:
            thralls = [figure for figure in thralls if self.area(figure) != area]
            spaces = {space for space in self.map.spaces(area) if self.free(space)}
        return {figure.number for figure in thralls}, spaces
