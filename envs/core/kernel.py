"""How kernels are compiled and cached.

Two decorators, both thin wrappers of ``numba.njit``:

* ``compiled`` marks a function that is called from other compiled functions. It is not cached by itself;
* ``kernel`` marks an **entry point**, called from Python. It is cached on disk, and the cache notices a change in
  *any* kernel source (those of this package, and where the entry point lies elsewhere the files beside it), in numba,
  in the CPU and in the flags that change code. numba alone looks only at the file of the decorated function, and so
  would run stale machine code after an edit of a callee.

``SHUGYO_KERNEL_CACHE=0`` turns the cache off. Where no folder can be written (a read-only install without a home) the
kernels still compile, in memory, after one warning.
"""

from __future__ import annotations

import hashlib
import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding as llvm
from numba import njit, types
from numba.core.caching import NullCache

from . import recall, terse
from .lean import LeanCompiler, lean

SOURCES = Path(__file__).resolve().parents[1]
CODE_FLAGS = ("BOUNDSCHECK", "OPT", "ENABLE_AVX", "CPU_NAME", "CPU_FEATURES", "THREADING_LAYER", "DISABLE_JIT")
CACHE = os.environ.get("SHUGYO_KERNEL_CACHE", "1") != "0"
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "boundscheck": None}
UNCOMPILED = bool(getattr(numba.config, "DISABLE_JIT", False))
"""Whether the process runs the kernels as plain Python (``NUMBA_DISABLE_JIT=1``)."""

if not UNCOMPILED:
    recall.install()
    terse.install()

KERNELS: list[Any] = []
"""Every entry point, so that a test can count its compiled signatures."""


def kernel_sources(folder: Path = SOURCES) -> list[Path]:
    """The files whose text can change the machine code of a kernel.

    These are the files that use the decorators below, all that they import from the package (constants are frozen into
    the code), and each game's ``game.py``, which says what the verbs stand for. Shells, rendering and content are not
    among them: editing those recompiles nothing.

    Args:
        folder: the folder of ``shugyo.envs``.

    Returns:
        Sorted paths.
    """
    found: set[Path] = set(folder.glob("*/game.py"))
    decorated = re.compile(r"import .*\b(compiled|kernel)\b")
    queue = [path for path in folder.rglob("*.py") if decorated.search(path.read_text("utf-8"))]
    while queue:
        path = queue.pop()
        if path in found or path.name == "game.py":
            continue
        found.add(path)
        for dots, module, names in re.findall(r"^ *from (\.+)([\w.]*) import ([\w, ]*)", path.read_text("utf-8"), re.M):
            base = path.parents[len(dots) - 1].joinpath(*module.split("."))
            near = [base.with_suffix(".py"), base / "__init__.py"]
            near += [base / f"{name.split()[0]}.py" for name in names.split(",") if name.strip()]
            queue += [other for other in near if other.is_file()]
    return sorted(found)


def source_digest(folder: Path = SOURCES) -> str:
    """Digest of everything that the machine code of a kernel depends on.

    Args:
        folder: the folder of ``shugyo.envs``.

    Returns:
        32 hexadecimal digits.
    """
    digest = hashlib.blake2b(digest_size=16)
    for path in kernel_sources(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    flags = [str(getattr(numba.config, name, "")) for name in CODE_FLAGS]
    digest.update(repr((numba.__version__, llvm.get_host_cpu_name(), flags, sorted(OPTIONS.items()))).encode())
    return digest.hexdigest()


DIGEST = source_digest()


def compiled(function: Callable) -> Any:
    """Compiles a function that only other compiled functions call.

    numba would compile it again for each literal (``push(state, COMMIT, seat)``) and each width of integer; its
    integers are widened to int64 at the call instead, so that every function is compiled once. The result has no
    Python entry: call it from an `njit` or `kernel` function, not from Python.
    """
    options: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if not UNCOMPILED:
        options["pipeline_class"] = LeanCompiler
    dispatcher: Any = njit(**options)(function)
    resolve = getattr(dispatcher, "get_call_template", None)
    if resolve is not None:  # the plain function under NUMBA_DISABLE_JIT=1 has none
        dispatcher.get_call_template = lambda args, kws: resolve(
            tuple(map(_widened, args)), {name: _widened(value) for name, value in kws.items()}
        )
        lean(dispatcher)
    return dispatcher


def _widened(kind: Any) -> Any:
    """int64 for literal and signed integers, any other type as it is."""
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


def kernel(function: Callable | None = None, *, parallel: bool = False) -> Any:
    """Compiles an entry point on first use and keeps the machine code on disk.

    Args:
        function: the function; left out when options are given.
        parallel: whether ``prange`` loops run on several threads.

    Returns:
        numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``.
    """
    if function is None:
        return lambda inner: kernel(inner, parallel=parallel)
    dispatcher = njit(parallel=parallel, **OPTIONS)(function)
    if not UNCOMPILED:
        if CACHE:
            _enable_cache(dispatcher)
        dispatcher.compile = _as_ours(dispatcher.compile)
        KERNELS.append(dispatcher)
    return dispatcher


def _as_ours(compile_one: Callable) -> Callable:
    """An entry point's ``compile``, told apart from that of other people's functions."""

    def compile_ours(signature: Any) -> Any:
        with terse.ours():
            return compile_one(signature)

    return compile_ours


def _beside(function: Callable) -> str:
    """Digest of the files beside an entry point that lies outside the games' package; "" for one that lies inside."""
    folder = Path(function.__code__.co_filename).resolve().parent
    if folder.is_relative_to(SOURCES):
        return ""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _enable_cache(dispatcher: Any) -> None:
    """Turns numba's cache on and adds `DIGEST` to its stamp; without a place to write, goes on uncached."""
    try:
        dispatcher.enable_caching()
    except RuntimeError as error:
        if "no locator available" not in str(error):
            raise
        warnings.warn(
            "shugyo: no folder to keep compiled kernels in; they are compiled anew in each process. "
            "Set NUMBA_CACHE_DIR to a writable folder to avoid that.",
            RuntimeWarning,
            stacklevel=2,
        )
        globals()["CACHE"] = False
        return
    try:
        cache_file = dispatcher._cache._cache_file
        cache_file._source_stamp = (cache_file._source_stamp, DIGEST, _beside(dispatcher.py_func))
    except AttributeError:  # a numba whose cache looks different: rather no cache than stale code
        dispatcher._cache = NullCache()
