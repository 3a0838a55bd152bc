"""Compilation: the only module that imports numba.

Compiled code is cached on disk in a directory named after a digest of the sources, so an edited
table or rule can never meet yesterday's machine code. The cache lies beside the package, or in the
user's cache directory when the package is read-only; `LONDINIUM_CACHE_DIR` puts it elsewhere.
"""

import functools
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Int = Any  # an integer of compiled code, of any width

PACKAGE = Path(__file__).parent
# Rooms that never reach compiled code (import-linter holds this): editing them recompiles nothing.
UNCOMPILED = (
    "cli",
    "server",
    "store",
    "terminal",
    "arena",
    "cores",
    "bots/search",
    "bots/levels",
    "bots/hints",
    "envs/gymnasium",
    "envs/moment",
    "envs/openspiel",
    "envs/pettingzoo",
    "envs/pictures",
    "envs/spaces",
    "envs/vector",
)

KEPT = 8  # versions of compiled code that stay on disk
EDITION = re.compile(r"LONDINIUM_\w+_EDITION")  # settings that name files of printed material
CACHE_NAME = re.compile(r"compiled-[0-9a-f]{16}")

config: Any = numba.config
COMPILED = not config.DISABLE_JIT


def digest_of_sources(package: Path = PACKAGE) -> str:
    """Return a digest of every source and table that compiled code can depend on."""
    digest = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
        name = path.relative_to(package)
        if not any(name.with_suffix("").is_relative_to(room) for room in UNCOMPILED):
            digest.update(f"{name.as_posix()}\0".encode() + path.read_bytes())
    for setting in sorted(filter(EDITION.fullmatch, os.environ)):
        for file in os.environ[setting].split(os.pathsep):
            with suppress(OSError):  # the game that reads it will say what is wrong
                digest.update(f"{setting}\0".encode() + Path(file).read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path | None:
    """Return the first writable place for compiled code: the setting, the package, the user's."""
    name = f"compiled-{digest_of_sources()}"
    setting = os.environ.get("LONDINIUM_CACHE_DIR")
    places = [
        *([Path(setting)] if setting else []),
        PACKAGE / "__pycache__",
        platformdirs.user_cache_path("londinium"),
    ]
    for place in places:
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place / name).close()
            os.utime(place / name)  # the mark of use that _forget_old goes by
        except OSError:
            continue
        _forget_old(place)
        return place / name
    return None


def _forget_old(place: Path) -> None:
    """Keep the code of the sources used last, so that edits do not fill the disk."""
    with suppress(OSError):  # another process may forget at the same time
        ours = [path for path in place.iterdir() if CACHE_NAME.fullmatch(path.name)]
        used = sorted(ours, key=lambda path: path.stat().st_mtime)
        for old in used[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


CACHE_DIRECTORY = cache_directory()


@contextmanager
def _setting(name: str, value: Any) -> Iterator[None]:
    """Change a setting of numba for our functions only; other users of numba keep theirs."""
    before = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, before)


# Inlining every rule into its algorithm makes random play a fifth faster.
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "forceinline": True}


def _compile(function: F, **options: Any) -> F:
    dispatcher: Any = numba.njit(**(OPTIONS | options))(function)
    if not COMPILED:
        return function
    compile_now = dispatcher.compile

    def compile_scalar(signature: Any) -> Any:
        # Loops over five words or spaces are slower as vector code: random play by a tenth.
        # The lock is numba's own: no other thread compiles while the setting is ours.
        with global_compiler_lock, _setting("LOOP_VECTORIZE", 0):
            return compile_now(signature)

    dispatcher.compile = compile_scalar
    return cast(F, dispatcher)


def njit(function: F) -> F:
    """Compile a function of the rules or of an algorithm, without the GIL.

    Functions of this package are cached on disk; of others the digest knows nothing.
    """
    ours = Path(function.__code__.co_filename).is_relative_to(PACKAGE)
    with _setting("CACHE_DIR", str(CACHE_DIRECTORY)):  # read when a function is decorated
        return _compile(function, cache=ours and CACHE_DIRECTORY is not None)


def step(function: F) -> F:
    """Compile a function that only compiled code calls: no wrapper, no cache entry of its own."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def junction(function: F) -> F:
    """Compile a step that many others lead to: called, where a copy in each would take long."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=False)


class Generic(Protocol[F]):
    """A rule function that every game implements for its own record type."""

    __call__: F
    __name__: str
    own: dict[np.dtype[Any], F]


def generic(declaration: F) -> Generic[F]:
    """Declare a rule function whose first argument, a state record, picks the game's own.

    From Python the choice is a look-up by dtype; in compiled code it is made by the compiler, so an
    algorithm written once on generic functions is specialised for each game.
    """
    own: dict[np.dtype[Any], F] = {}

    @functools.wraps(declaration)
    def dispatch(s: Any, *arguments: Any) -> Any:
        return own[s.dtype](s, *arguments)

    @overload(dispatch)
    def specialise(s: Any, *arguments: Any) -> Any:
        rule = own[numba.np.numpy_support.as_dtype(s)]

        def call(s: Any, *arguments: Any) -> Any:
            return rule(s, *arguments)

        return call

    dispatch.own = own  # type: ignore[attr-defined]
    return cast(Generic[F], dispatch)


def _lower_ctpop(typing: Any, word: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), lower


def _lower_cttz(typing: Any, word: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), lower


_ctpop: Any = intrinsic(_lower_ctpop)
_cttz: Any = intrinsic(_lower_cttz)


def ones(word: Any) -> Any:
    """Count the one bits of a 64-bit word."""
    return np.uint64(int(word).bit_count())


def lowest(word: Any) -> Any:
    """Return the position of the lowest one bit of a 64-bit word that is not 0."""
    word = int(word)
    return np.uint64((word & -word).bit_length() - 1)


@overload(ones)
def _ones(word: Any) -> Any:
    def count(word: Any) -> Any:
        return _ctpop(np.uint64(word))

    return count


@overload(lowest)
def _lowest(word: Any) -> Any:
    def position(word: Any) -> Any:
        return _cttz(np.uint64(word))

    return position


Counter = NDArray[np.int64]  # its first number, which several threads read and change
_array: Any = make_array


def _change(operation: str) -> Any:
    """Return a function of compiled code that changes a counter and returns what it was."""

    def type_it(typing: Any, counter: Any, number: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _array(counter)(context, builder, arguments[0]).data
            return builder.atomic_rmw(operation, place, arguments[1], "seq_cst")

        return types.int64(counter, types.int64), lower

    return intrinsic(type_it)


def _lower_read(typing: Any, counter: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _array(counter)(context, builder, arguments[0]).data
        return builder.load_atomic(place, "seq_cst", 8)

    return types.int64(counter), lower


_atomic_add: Any = _change("add")
_atomic_put: Any = _change("xchg")
_atomic_read: Any = intrinsic(_lower_read)
_one_at_a_time = Lock()


def add(counter: Counter, number: int) -> int:
    """Add to a counter; return what it was."""
    with _one_at_a_time:
        before = int(counter[0])
        counter[0] += number
    return before


def put(counter: Counter, number: int) -> None:
    """Set a counter."""
    with _one_at_a_time:
        counter[0] = number


def read(counter: Counter) -> int:
    """Return what a counter is now."""
    return int(counter[0])


@overload(add)
def _add(counter: Any, number: Any) -> Any:
    def change(counter: Any, number: Any) -> Any:
        return _atomic_add(counter, np.int64(number))

    return change


@overload(put)
def _put(counter: Any, number: Any) -> Any:
    def change(counter: Any, number: Any) -> Any:
        _atomic_put(counter, np.int64(number))

    return change


@overload(read)
def _read(counter: Any) -> Any:
    def value(counter: Any) -> Any:
        return _atomic_read(counter)

    return value


# What it is called by the operating system.
_give_way: Any = types.ExternalFunction(
    "SwitchToThread" if os.name == "nt" else "sched_yield", types.int32()
)


def give_way() -> None:
    """Let another thread run, if one waits for this processor."""
    time.sleep(0)


@overload(give_way)
def _give_way_when_compiled() -> Any:
    def give() -> None:
        _give_way()

    return give
