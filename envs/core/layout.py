"""Named blocks of an observation vector."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np


class BlockView(NamedTuple):
    """What a user sees of a block: ``vector[slice].reshape(shape)`` holds it."""

    slice: slice
    shape: tuple[int, ...]
    low: int
    high: int
    scale: float
    meaning: str


@dataclass(frozen=True)
class Block:
    """One named block of consecutive entries.

    Attributes:
        name: unique within the game.
        shape: its shape; the entries stand in C order.
        high: the largest integer that may be written.
        meaning: one sentence.
        low: the smallest integer that may be written.
        scale: float32 entry = integer × scale (clipped to [−1, 1]); a function of the tables record where it depends
            on options in force.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0
    scale: float | Callable[[Any], float] | None = None

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)

    def scale_for(self, tables: Any) -> float:
        """The scale under the given tables record; 1 / high where nothing else is said."""
        if callable(self.scale):
            return float(self.scale(tables))
        return 1.0 / self.high if self.scale is None else self.scale


class Layout:
    """The blocks of one game, in order. Offsets follow from the order: ``layout.offset["hand"]``."""

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.offset: dict[str, int] = {}
        end = 0
        for block in blocks:
            if block.name in self.offset:
                raise ValueError(f"two observation blocks are named {block.name!r}")
            if not -127 <= block.low <= 0 < block.high <= 127:
                raise ValueError(f"observation block {block.name!r}: range {block.low}…{block.high} is not int8")
            self.offset[block.name] = end
            end += block.size
        self.size = end

    def view(self, tables: Any) -> dict[str, BlockView]:
        """``{block: (slice, shape, low, high, scale, meaning)}`` under the given tables record."""
        return {
            b.name: BlockView(
                slice(self.offset[b.name], self.offset[b.name] + b.size),
                b.shape,
                b.low,
                b.high,
                b.scale_for(tables),
                b.meaning,
            )
            for b in self.blocks
        }

    def scales(self, tables: Any) -> np.ndarray:
        """(D,) float32 scale of each entry."""
        return np.concatenate([np.full(b.size, b.scale_for(tables), np.float32) for b in self.blocks])

    def bounds(self, dtype: str, tables: Any) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of each entry in the given dtype (``"int8"`` or ``"float32"``). Both: (D,)."""
        low = np.concatenate([np.full(b.size, b.low) for b in self.blocks])
        high = np.concatenate([np.full(b.size, b.high) for b in self.blocks])
        if dtype == "int8":
            return low.astype(np.int8), high.astype(np.int8)
        scales = self.scales(tables)
        return np.clip(low * scales, -1, 1).astype(np.float32), np.clip(high * scales, -1, 1).astype(np.float32)
