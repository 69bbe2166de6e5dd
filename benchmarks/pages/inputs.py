"""What pages read of the results that others compute: any object with these attributes will do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from ..intervals import Estimate


class Payoff(Protocol):
    """How players did against each other."""

    @property
    def players(self) -> Sequence[str]:
        """P names."""
        ...

    @property
    def share(self) -> NDArray[Any]:
        """(P, P) the row's share where it met the column; NaN where they never met."""
        ...

    @property
    def low(self) -> NDArray[Any]:
        """(P, P) lower ends of the 95 % intervals."""
        ...

    @property
    def high(self) -> NDArray[Any]:
        """(P, P) upper ends."""
        ...

    @property
    def deals(self) -> NDArray[Any]:
        """(P, P) how many deals are behind it."""
        ...

    @property
    def fair(self) -> float:
        """The share of equals, on the scale of ``share``."""
        ...


class Ratings(Protocol):
    """How strong players are, on one scale."""

    @property
    def players(self) -> Sequence[str]:
        """P names."""
        ...

    @property
    def rating(self) -> NDArray[Any]:
        """(P,) points like Elo's, with mean 0; NaN for who met nobody."""
        ...

    @property
    def low(self) -> NDArray[Any]:
        """(P,) lower ends of the 95 % intervals, −inf where nothing bounds them."""
        ...

    @property
    def high(self) -> NDArray[Any]:
        """(P,) upper ends, inf where nothing bounds them."""
        ...


class Minimum(Protocol):
    """How a player does against whom it does worst against."""

    @property
    def player(self) -> str:
        """Its name."""
        ...

    @property
    def opponent(self) -> str:
        """The one with the least share against it."""
        ...

    @property
    def share(self) -> Estimate:
        """That share, with its 95 % interval."""
        ...


class Cycle(Protocol):
    """Three players, each of whom beats the next."""

    @property
    def players(self) -> Sequence[str]:
        """Three names: the first beats the second, the second the third, the third the first."""
        ...

    @property
    def share(self) -> Sequence[float] | NDArray[Any]:
        """(3,) how often each finished ahead of the next, ties half."""
        ...

    @property
    def low(self) -> Sequence[float] | NDArray[Any]:
        """(3,) lower ends of intervals that hold for all circles together."""
        ...

    @property
    def high(self) -> Sequence[float] | NDArray[Any]:
        """(3,) upper ends."""
        ...

    @property
    def sure(self) -> bool:
        """Whether all three lower ends lie above one half."""
        ...


class Intransitivity(Protocol):
    """How far one scale of strength falls short."""

    @property
    def explained(self) -> Estimate:
        """The part of the differences in results that ratings explain; NaN if that cannot be said."""
        ...

    @property
    def p_value(self) -> float:
        """How often chance alone would contradict the ratings as strongly."""
        ...

    @property
    def cycles(self) -> Sequence[Cycle]:
        """The strongest ones."""
        ...

    @property
    def sure(self) -> int:
        """How many are sure, shown or not."""
        ...

    @property
    def triples(self) -> int:
        """How many triples of players met each other."""
        ...


class Band(Protocol):
    """A figure of each player."""

    @property
    def value(self) -> NDArray[Any]:
        """(P,) from 0 to 1."""
        ...

    @property
    def low(self) -> NDArray[Any]:
        """(P,) lower ends of the 95 % intervals."""
        ...

    @property
    def high(self) -> NDArray[Any]:
        """(P,) upper ends."""
        ...


class Factor(Protocol):
    """What a study changes."""

    @property
    def name(self) -> str:
        """A key path, an option, or words."""
        ...

    @property
    def levels(self) -> Sequence[str]:
        """Its values in words, without the baseline."""
        ...

    @property
    def baseline(self) -> str:
        """What they are compared with."""
        ...


class Effect(Protocol):
    """What a level of a factor does to a figure when players of one strength play."""

    @property
    def factor(self) -> str:
        """Its name; nothing where the game at one point of the study is held against fair."""
        ...

    @property
    def level(self) -> str:
        """Of the factor; where there is none, the point."""
        ...

    @property
    def figure(self) -> str:
        """Name of the figure."""
        ...

    @property
    def player(self) -> str:
        """Who plays."""
        ...

    @property
    def estimate(self) -> float:
        """The difference from the baseline."""
        ...

    @property
    def low(self) -> float:
        """Lower end of its 95 % interval."""
        ...

    @property
    def high(self) -> float:
        """Upper end."""
        ...

    @property
    def p(self) -> float:
        """Corrected for all comparisons of the study; NaN where there was too little to test."""
        ...

    @property
    def baseline(self) -> float:
        """The figure at the baseline, or what is fair."""
        ...

    @property
    def value(self) -> float:
        """The figure at this level."""
        ...


class Across(Protocol):
    """Whether an effect is there for players of every strength."""

    @property
    def factor(self) -> str:
        """As in `Effect`."""
        ...

    @property
    def level(self) -> str:
        """As in `Effect`."""
        ...

    @property
    def figure(self) -> str:
        """As in `Effect`."""
        ...

    @property
    def verdict(self) -> str:
        """In a few words, such as ``"holds"`` or ``"depends on the players"``."""
        ...


class Value(Protocol):
    """A figure at one point of a study when players of one strength play."""

    @property
    def point(self) -> str:
        """Its label."""
        ...

    @property
    def figure(self) -> str:
        """Name of the figure."""
        ...

    @property
    def player(self) -> str:
        """Who plays."""
        ...

    @property
    def value(self) -> float:
        """The figure."""
        ...

    @property
    def low(self) -> float:
        """Lower end of its 95 % interval."""
        ...

    @property
    def high(self) -> float:
        """Upper end."""
        ...
