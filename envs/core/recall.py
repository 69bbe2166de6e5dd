"""Keeps answers that numba works out anew each time: a good part of a first compilation goes into such questions.

* What a record's type looks like in words. numba writes it down before each step of each function's compilation, and
  the types of a game's records are long.
* What ``a + b`` is for given types of numbers. numba tries all that was ever registered for the operator, each time.

As with `lean`, where numba does not look as expected nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.types import functions

NUMBERS = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral, types.Float)

_WORDS: dict[Any, str] = {}
_ANSWERS: dict[tuple, Any] = {}


def install() -> None:
    """Puts the memories in place. To be called once."""
    types.Record.__repr__ = _written_once(types.Record.__repr__)
    functions.BaseFunction.get_call_type = _asked_once(functions.BaseFunction.get_call_type)


def _written_once(write: Callable) -> Callable:
    """`Record.__repr__`."""

    def written(self: Any) -> str:
        if self not in _WORDS:
            _WORDS[self] = write(self)
        return _WORDS[self]

    return written


def _asked_once(ask: Callable) -> Callable:
    """`BaseFunction.get_call_type`, with a memory for Python's operators on numbers."""

    def asked(self: Any, context: Any, args: Any, kws: Any) -> Any:
        operator = getattr(self.typing_key, "__module__", "") == "_operator"
        if not operator or kws or not all(isinstance(kind, NUMBERS) for kind in args):
            return ask(self, context, args, kws)
        question = (self, context, tuple(args))
        if question not in _ANSWERS:
            _ANSWERS[question] = ask(self, context, args, kws)
        return _ANSWERS[question]

    return asked
