"""Who plays together: the sides of a game, and seats by their names."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .game import GameSpec
from .options import OptionError


class Side(NamedTuple):
    """Seats that win and lose together.

    Attributes:
        name: the agent's if it is alone; ``"heroes"`` for hero_0, hero_1, …; else the agents' joined by ``+``.
        seats: in order.
    """

    name: str
    seats: tuple[int, ...]


def role(agent: str) -> str:
    """``"hero"`` for ``"hero_2"``."""
    return agent.rpartition("_")[0]


def side_numbers(spec: GameSpec) -> NDArray[np.int64]:
    """(S,) the side of each seat."""
    return spec.tables[0]["side"][: spec.num_seats].astype(np.int64)


def wins(returns: NDArray[Any], side: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
    """Win shares (…, S) for returns (…, S): 1 for the side that won alone, 1/k for each of k, at all of its seats.

    Args:
        returns: of the seats.
        side: (S,), of the seats; None: everybody for itself.
    """
    best = returns == returns.max(axis=-1, keepdims=True)
    if side is None:
        return best / best.sum(axis=-1, keepdims=True)
    first = [np.flatnonzero(side == one)[0] for one in np.unique(side)]  # the seats of a side have the same return
    return best / best[..., first].sum(axis=-1, keepdims=True)


def sides_of(spec: GameSpec) -> list[Side]:
    """The sides of a game, in the order of their first seats."""
    of_seat = side_numbers(spec).tolist()
    members = {side: tuple(s for s in range(spec.num_seats) if of_seat[s] == side) for side in of_seat}
    return [Side(_name(spec, seats), seats) for seats in members.values()]


def has_roles(spec: GameSpec) -> bool:
    """Whether seats differ in what they are, so that players cannot just take turns in all of them."""
    return len({role(agent) for agent in spec.agents}) > 1


def places_of(spec: GameSpec) -> list[Side]:
    """What players take turns in: seats; in a game with roles its sides."""
    return sides_of(spec) if has_roles(spec) else seats_of(spec)


def seats_of(spec: GameSpec) -> list[Side]:
    """Every seat by itself."""
    return [Side(agent, (seat,)) for seat, agent in enumerate(spec.agents)]


def seats_named(spec: GameSpec, seat: int | str) -> tuple[int, ...]:
    """The seats that somebody means.

    Args:
        spec: the game.
        seat: an index, an agent's name, or the name of a side of several (``"heroes"``).

    Raises:
        OptionError: none is called that.
    """
    sides = sides_of(spec)
    if isinstance(seat, str):
        named = {agent: (index,) for index, agent in enumerate(spec.agents)}
        named |= {name: side.seats for side in sides if (name := _plural(spec, side.seats))}
        if seat in named:
            return named[seat]
    elif not isinstance(seat, bool) and 0 <= operator.index(seat) < spec.num_seats:
        return (int(seat),)
    teams = [side.name for side in sides if side.name not in spec.agents]
    known = f"0 … {spec.num_seats - 1}, {', '.join([*spec.agents, *teams])}"
    raise OptionError(f"{spec.env_id}: seat={seat!r} is not possible; allowed: {known}")


def _name(spec: GameSpec, seats: tuple[int, ...]) -> str:
    agents = [spec.agents[seat] for seat in seats]
    return agents[0] if len(agents) == 1 else _plural(spec, seats) or "+".join(agents)


def _plural(spec: GameSpec, seats: tuple[int, ...]) -> str:
    """``"heroes"`` if these seats are all heroes there are, and others are something else; else nothing."""
    only = role(spec.agents[seats[0]])
    if not has_roles(spec) or any((role(a) == only) != (seat in seats) for seat, a in enumerate(spec.agents)):
        return ""
    return f"{only}es" if only.endswith("o") else f"{only}s"
