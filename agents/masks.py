"""The one check that stands between a mask and a policy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class EmptyMaskError(ValueError):
    """A row without a legal action. A masked distribution would quietly be uniform over the illegal ones."""


def check_masks(mask: NDArray[Any] | None) -> NDArray[Any]:
    """Gives the masks back if every row has a legal action.

    Args:
        mask: (B, A), 1 or True for legal.

    Raises:
        EmptyMaskError: there is no mask, or a row of it is empty.
    """
    if mask is None:
        raise EmptyMaskError("a decision needs its action mask, and none was given")
    legal = mask.any(axis=1)
    if not legal.all():
        raise EmptyMaskError(f"no action is legal in row {int(np.argmin(legal))} of {len(mask)}")
    return mask
