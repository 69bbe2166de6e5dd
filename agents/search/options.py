"""The names of searching players, and what they mean: ``"ismcts:400,rollout=heuristic,depth=20"``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from ...envs.core.explain import allowed, nearest, type_at
from .compiled.kernels import FLAT, HOW, TREE

Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class TreeOptions(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Options of ``ismcts``; where none are given, those of the game in `BY_GAME` hold, and then these.

    Attributes:
        simulations: simulations a decision; also the number right after the colon.
        time: seconds a decision, instead of a number of simulations. Results then differ from run to run.
        rollout: who plays on where the tree ends: ``"random"`` or a scripted player of the game.
        depth: decisions played there before the result is estimated; None for the end of the game.
        c: weight of exploration in UCB1, for results scaled to 0 … 1.
        prior: the scripted player whose choice is tried first in each node, before the others in random order; or None.
        bias: how far the prior's choice is preferred: its bound is raised by bias / (visits + 1) (progressive bias;
            Chaslot and others, "Progressive strategies for Monte-Carlo tree search", 2008).
        widening: a node visited v times has at most widening · v^alpha children that can be chosen (and one at least;
            Couëtoux and others, "Continuous upper confidence trees", 2011); None: all actions are tried at once.
        alpha: see there.
        threads: how many threads share the rows of a batch.
    """

    simulations: Count = 200
    time: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    rollout: str = "random"
    depth: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    c: Annotated[float, Meta(ge=0, le=100)] = 0.7
    prior: str | None = None
    bias: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    widening: Annotated[float, Meta(gt=0, le=1e6)] | None = None
    alpha: Annotated[float, Meta(ge=0, le=1)] = 0.5
    threads: Annotated[int, Meta(ge=1, le=256)] = 1


class FlatOptions(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Options of ``flat``.

    Attributes:
        simulations: playouts a decision, for all its actions together; the number right after the colon.
        threads: how many threads share the rows of a batch.
    """

    simulations: Count
    threads: Annotated[int, Meta(ge=1, le=256)] = 1


KINDS: dict[str, type[msgspec.Struct]] = {"ismcts": TreeOptions, "flat": FlatOptions}

_AROUND_HEURISTIC = {"rollout": "heuristic", "prior": "heuristic", "bias": 4.0, "widening": 1.0, "alpha": 0.4}
BY_GAME: dict[str, dict[str, Any]] = {
    "covenant_v0": _AROUND_HEURISTIC | {"depth": 40},  # about a conflict
    "daimyo_v0": _AROUND_HEURISTIC | {"depth": 10, "bias": 10.0, "c": 0.3},
    "okko_v0": _AROUND_HEURISTIC | {"depth": 10},
}
"""Options of ``ismcts`` that serve a game better than those of `TreeOptions`."""


def parse_name(name: str) -> dict[str, Any]:
    """The options that a player's name gives, checked.

    Args:
        name: a kind, and after a colon options separated by commas; a number alone is ``simulations``, and ``none``
            turns off what can be turned off.

    Raises:
        ValueError: an unknown kind or option, one given twice, or a value that it does not take.
    """
    kind, _, rest = name.partition(":")
    if kind not in KINDS:
        raise ValueError(f"there is no searching player {name!r}; there are {', '.join(KINDS)}")
    struct, given = KINDS[kind], {}
    for item in rest.split(",") if rest else []:
        key, _, value = item.partition("=") if "=" in item or not item.isdigit() else ("simulations", "", item)
        if key not in struct.__struct_fields__:
            raise ValueError(f"player {name!r} has no option {key!r}; {nearest(key, struct.__struct_fields__)}")
        if key in given:
            raise ValueError(f"player {name!r}: {key} is given twice")
        given[key] = None if value == "none" else value
    if kind == "flat" and "simulations" not in given:
        raise ValueError(f"player {name!r} needs a number of playouts a decision: flat:50")
    if "time" in given and "simulations" in given:
        raise ValueError(f"player {name!r}: give either a number of simulations or time=SECONDS, not both")
    _convert(name, struct, given)
    return given


def settle(name: str, given: Mapping[str, Any], env_id: str, scripted: Sequence[str]) -> Any:
    """All options of a player in a game.

    Args:
        name: the player's.
        given: from `parse_name`.
        env_id: the game's.
        scripted: names of the game's scripted players, `random` first.

    Returns:
        `TreeOptions` or `FlatOptions`.

    Raises:
        ValueError: the game has no such scripted player.
    """
    struct = KINDS[name.partition(":")[0]]
    options: Any = _convert(name, struct, {**(BY_GAME.get(env_id, {}) if struct is TreeOptions else {}), **given})
    if struct is TreeOptions:
        for field in ("rollout", "prior"):
            value = getattr(options, field)
            if value is not None and value not in scripted:
                raise ValueError(
                    f"player {name!r}: {env_id} has no player {value!r}; {field} can be {', '.join(scripted)}"
                )
    return options


def how_to_search(options: Any, scripted: Sequence[str]) -> np.ndarray:
    """What the kernel is told: (1,) record `HOW`."""
    how = np.zeros(1, HOW)
    row = how[0]
    row.simulations = options.simulations
    if isinstance(options, FlatOptions):
        row.algorithm, row.depth = FLAT, -1
        return how
    row.algorithm = TREE
    if options.time is not None:
        row.simulations = np.iinfo(np.int64).max
    row.rollout = scripted.index(options.rollout)
    row.depth = -1 if options.depth is None else options.depth
    row.prior = 0 if options.prior is None else scripted.index(options.prior)
    row.c, row.bias = options.c, options.bias
    row.widening = np.inf if options.widening is None else options.widening
    row.alpha = options.alpha
    return how


def _convert(name: str, struct: type[msgspec.Struct], values: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(values, struct, strict=False)
    except msgspec.ValidationError as error:
        field = str(error).rpartition("$.")[2].rstrip("`")
        what = allowed(type_at(struct, [field])).replace("None", "none")
        value = "none" if values[field] is None else values[field]
        raise ValueError(f"player {name!r}: {field}={value} is not possible; allowed: {what}") from None
