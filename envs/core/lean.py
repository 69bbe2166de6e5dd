"""Compiles inner functions leanly: once optimised, as a part of the entry point that uses them.

numba optimises and turns into machine code every function by itself, with all that it calls, and then again as a part
of each caller: a chain of ten calls is optimised ten times over. Nobody calls an inner function from Python, so none of
that work is used. Here an inner function is only translated; the entry point links whatever it needs, directly or not,
and is optimised as a whole. That halves the time of the first compilation, and changes nothing in what is compiled.
`LeanCompiler` halves what is left: it leaves out the steps that do nothing to such functions.

This reaches into numba's code libraries. Where they do not look as expected, nothing is changed: slower, not wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import _dynfunc  # pyright: ignore[reportAttributeAccessIssue]  # compiled, without a stub
from numba.core import codegen, cpu, typed_passes, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager

from .terse import ours

STEPS = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)
"""What `LeanCompiler` does. Left out are the passes for closures, comprehensions, ``with``, parallel loops and pruning
by constants (LLVM does that), and notes for `inspect_types`."""

_INNER = [0]  # how many inner functions are being compiled around the present one; numba compiles under a lock


class LeanCompiler(CompilerBase):
    """numba's compiler with the steps that the inner functions of a game need."""

    def define_pipelines(self) -> list[PassManager]:
        """The one list of passes, in numba's order."""
        manager = PassManager("lean")
        for step in STEPS:
            manager.add_pass(step, step.__name__)
        manager.finalize()
        return [manager]


def lean(dispatcher: Any) -> Any:
    """Makes a dispatcher compile leanly. It must have neither a Python nor a C wrapper.

    Args:
        dispatcher: of an inner function; it is returned.
    """
    if not _install():
        return dispatcher
    compile_fully = dispatcher.compile

    def compile_leanly(signature: Any) -> Any:
        _INNER[0] += 1
        try:
            with ours():
                return compile_fully(signature)
        finally:
            _INNER[0] -= 1

    dispatcher.compile = compile_leanly
    return dispatcher


_installed: list[bool] = []


def _install() -> bool:
    """Puts the changed methods in place, once."""
    if not _installed:
        library, context = codegen.CPUCodeLibrary, cpu.CPUContext
        needed = ("finalize", "_get_module_for_linking", "_raise_if_finalized", "_ensure_finalized")
        whole = all(hasattr(library, name) for name in needed) and hasattr(context, "get_executable")
        _installed.append(whole and hasattr(_dynfunc, "make_function"))
        if _installed[0]:
            library.__init__ = _marked(library.__init__)
            library.finalize = _finalize(library.finalize)
            context.get_executable = _get_executable(context.get_executable)
    return _installed[0]


def _marked(initialise: Callable) -> Callable:
    """`CPUCodeLibrary.__init__`: a library remembers that it is an inner one, for its first caller finalises it."""

    def marking(self: Any, *arguments: Any, **named: Any) -> None:
        initialise(self, *arguments, **named)
        self._lean = _INNER[0] > 0

    return marking


def _finalize(finalize: Callable) -> Callable:
    """`CPUCodeLibrary.finalize`: an inner function only remembers what it calls, an entry point links all of it."""

    def lean_finalize(self: Any) -> None:
        if self._lean:
            self._raise_if_finalized()
            self._finalized = True
            return
        self._linking_libraries = _all_needed(self)
        finalize(self)

    return lean_finalize


def _all_needed(library: Any) -> list[Any]:
    """The libraries that one calls directly, and those that lean ones among them call, each once.

    Callers stand before what they call: the linker leaves out a function that nothing asks for by then.
    """
    seen: set[int] = set()
    finished: list[Any] = []

    def visit(needed: Any) -> None:
        if id(needed) in seen:
            return
        seen.add(id(needed))
        if getattr(needed, "_lean", False):  # a library that was read from a cache has no mark
            for deeper in needed._linking_libraries:
                visit(deeper)
        finished.append(needed)

    for direct in library._linking_libraries:
        visit(direct)
    return finished[::-1]


def _get_executable(get_executable: Callable) -> Callable:
    """`CPUContext.get_executable`: an inner function has no machine code, and gets a name that nobody calls."""

    def lean_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if library._lean:
            name = fndesc.qualname.split(".")[-1]
            return _dynfunc.make_function(fndesc.lookup_module(), name, "inner function", 1, env, (library,))
        return get_executable(self, library, fndesc, env)

    return lean_executable
