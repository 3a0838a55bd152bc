"""Compilation: the only module that imports numba.

Compiled code is cached on disk in a directory named after a digest of the sources, so that stale
code of an edited table or rule is never run. The cache lies beside the package, or in the user's
cache directory when the package is read-only; `LONDINIUM_CACHE_DIR` puts it elsewhere.
"""

import functools
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from importlib.metadata import entry_points
from importlib.util import find_spec
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
UNCOMPILED_PARTS = ("advice", "picture", "terminal")  # of a game
ENTRY_POINTS = "londinium.games"  # the group in which other distributions name their games
# Modules that never reach compiled code (import-linter holds this): editing them recompiles
# nothing.
UNCOMPILED = (
    "cli",
    "server",
    "store",
    "terminal",
    "arena",
    "cores",
    "plot_style",
    "bots/search",
    "bots/levels",
    "bots/hints",
    "learning/training",
    "learning/plot",
    "envs/gymnasium",
    "envs/node",
    "envs/openspiel",
    "envs/pettingzoo",
    "envs/pictures",
    "envs/spaces",
    "envs/vector",
    *(f"games/*/{part}" for part in UNCOMPILED_PARTS),
)

CACHES_KEPT = 8  # versions of compiled code that stay on disk
EDITION = re.compile(r"LONDINIUM_\w+_EDITION")  # settings that name files of printed material
CACHE_NAME = re.compile(r"compiled-[0-9a-f]{16}")

config: Any = numba.config
COMPILED = not config.DISABLE_JIT


def installed_games() -> list[Path]:
    """Return the modules and packages with the games that other distributions bring."""
    found: set[Path] = set()
    for entry in entry_points(group=ENTRY_POINTS):
        spec = find_spec(entry.module.partition(".")[0])
        if spec and spec.submodule_search_locations:
            found.update(map(Path, spec.submodule_search_locations))
        elif spec and spec.origin:
            found.add(Path(spec.origin))
    return sorted(found)


INSTALLED_GAMES = installed_games()


def is_compiled(name: Path, uncompiled: Sequence[str] = UNCOMPILED) -> bool:
    """Return whether a source of a package can reach compiled code."""
    module = name.with_suffix("").as_posix()
    return not any(fnmatch(f"{module}/", f"{pattern}/*") for pattern in uncompiled)


def compiled_sources(root: Path, uncompiled: Sequence[str]) -> list[Path]:
    """Return the sources and tables of a package, or of a module, that can reach compiled code."""
    if root.is_file():
        return [root]
    sources = []
    for folder, folders, files in os.walk(root):
        # Caches are large, and another process may remove old ones meanwhile.
        folders[:] = [name for name in folders if name != "__pycache__"]
        paths = (Path(folder, name) for name in files if name.endswith((".py", ".toml")))
        sources += [path for path in paths if is_compiled(path.relative_to(root), uncompiled)]
    return sorted(sources)


def digest_of_sources(
    package: Path = PACKAGE, installed: Sequence[Path] = tuple(INSTALLED_GAMES)
) -> str:
    """Return a digest of every source and table that compiled code can depend on."""
    digest = hashlib.sha256()
    for root in (package, *installed):
        for path in compiled_sources(root, UNCOMPILED if root == package else UNCOMPILED_PARTS):
            name = path.relative_to(root.parent).as_posix()
            digest.update(f"{name}\0".encode() + path.read_bytes())
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
            os.utime(place / name)  # _remove_old goes by the time of the last use
        except OSError:
            continue
        _remove_old(place)
        return place / name
    return None


def _remove_old(place: Path) -> None:
    """Keep the code of the sources used last, so that edits do not fill the disk."""
    with suppress(OSError):  # another process may remove them at the same time
        ours = [path for path in place.iterdir() if CACHE_NAME.fullmatch(path.name)]
        used = sorted(ours, key=lambda path: path.stat().st_mtime)
        for old in used[:-CACHES_KEPT]:
            shutil.rmtree(old, ignore_errors=True)


CACHE_DIRECTORY = cache_directory()


@contextmanager
def _numba_setting(name: str, value: Any) -> Iterator[None]:
    """Change a setting of numba for our functions only; other users of numba keep theirs."""
    before = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, before)


# Inlining every rule into its algorithm makes random play a fifth faster.
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "forceinline": True}


def _compile(function: F, loops_as_vectors: bool = False, **options: Any) -> F:
    dispatcher: Any = numba.njit(**(OPTIONS | options))(function)
    if not COMPILED:
        return function
    compile_now = dispatcher.compile

    def compile_with_setting(signature: Any) -> Any:
        # Loops over five words or spaces are slower as vector code: random play by a tenth.
        # The lock is numba's own: no other thread compiles while the setting is ours.
        with global_compiler_lock, _numba_setting("LOOP_VECTORIZE", int(loops_as_vectors)):
            return compile_now(signature)

    dispatcher.compile = compile_with_setting
    return cast(F, dispatcher)


def njit(function: F) -> F:
    """Compile a function of the rules or of an algorithm, without the GIL.

    Functions of this package and of installed games are cached on disk; the digest knows nothing
    of others.
    """
    file = Path(function.__code__.co_filename)
    is_hashed = any(map(file.is_relative_to, (PACKAGE, *INSTALLED_GAMES)))
    with _numba_setting("CACHE_DIR", str(CACHE_DIRECTORY)):  # read when a function is decorated
        return _compile(function, cache=is_hashed and CACHE_DIRECTORY is not None)


def inlined(function: F) -> F:
    """Compile a function that only compiled code calls, copied into each caller."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def outlined(function: F) -> F:
    """Compile a function that only compiled code calls, once for all its callers.

    For a function with many callers, where a copy in each would take long to compile.
    """
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=False)


def vectorized(function: F) -> F:
    """Compile a function that only compiled code calls, with its loops as vector code.

    For long loops over numbers, as in a network.
    """
    return _compile(
        function,
        loops_as_vectors=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        forceinline=False,
    )


class RuleFunction(Protocol[F]):
    """A rule function that every game implements for its own record type."""

    __call__: F
    __name__: str
    implementations: dict[np.dtype[Any], F]  # by the game's state dtype


def generic(declaration: F) -> RuleFunction[F]:
    """Declare a rule function whose first argument, a state record, picks the implementation.

    From Python the choice is a look-up by dtype; in compiled code it is made by the compiler, so an
    algorithm written once on generic functions is specialised for each game.
    """
    implementations: dict[np.dtype[Any], F] = {}

    @functools.wraps(declaration)
    def dispatch(s: Any, *arguments: Any) -> Any:
        return implementations[s.dtype](s, *arguments)

    @overload(dispatch)
    def specialise(s: Any, *arguments: Any) -> Any:
        rule = implementations[numba.np.numpy_support.as_dtype(s)]

        def call(s: Any, *arguments: Any) -> Any:
            return rule(s, *arguments)

        return call

    dispatch.implementations = implementations  # type: ignore[attr-defined]
    return cast(RuleFunction[F], dispatch)


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


def popcount(word: Any) -> Any:
    """Count the one bits of a 64-bit word."""
    return np.uint64(int(word).bit_count())


def lsb(word: Any) -> Any:
    """Return the position of the least significant one bit of a 64-bit word that is not 0."""
    word = int(word)
    return np.uint64((word & -word).bit_length() - 1)


@overload(popcount)
def _popcount(word: Any) -> Any:
    def count(word: Any) -> Any:
        return _ctpop(np.uint64(word))

    return count


@overload(lsb)
def _lsb(word: Any) -> Any:
    def position(word: Any) -> Any:
        return _cttz(np.uint64(word))

    return position


AtomicCounter = NDArray[np.int64]  # its first number is shared by several threads
_array: Any = make_array


def _read_modify_write(operation: str) -> Any:
    """Return an intrinsic that changes a counter atomically and returns its value before."""

    def type_it(typing: Any, counter: Any, number: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _array(counter)(context, builder, arguments[0]).data
            return builder.atomic_rmw(operation, place, arguments[1], "seq_cst")

        return types.int64(counter, types.int64), lower

    return intrinsic(type_it)


def _lower_load(typing: Any, counter: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _array(counter)(context, builder, arguments[0]).data
        return builder.load_atomic(place, "seq_cst", 8)

    return types.int64(counter), lower


_rmw_add: Any = _read_modify_write("add")
_rmw_exchange: Any = _read_modify_write("xchg")
_load: Any = intrinsic(_lower_load)
_counter_lock = Lock()  # with the JIT off


def atomic_add(counter: AtomicCounter, number: int) -> int:
    """Add to a counter; return its value before."""
    with _counter_lock:
        before = int(counter[0])
        counter[0] += number
    return before


def atomic_store(counter: AtomicCounter, number: int) -> None:
    """Set a counter."""
    with _counter_lock:
        counter[0] = number


def atomic_load(counter: AtomicCounter) -> int:
    """Return the value of a counter."""
    return int(counter[0])


@overload(atomic_add)
def _atomic_add(counter: Any, number: Any) -> Any:
    def change(counter: Any, number: Any) -> Any:
        return _rmw_add(counter, np.int64(number))

    return change


@overload(atomic_store)
def _atomic_store(counter: Any, number: Any) -> Any:
    def change(counter: Any, number: Any) -> Any:
        _rmw_exchange(counter, np.int64(number))

    return change


@overload(atomic_load)
def _atomic_load(counter: Any) -> Any:
    def value(counter: Any) -> Any:
        return _load(counter)

    return value


_sched_yield: Any = types.ExternalFunction("sched_yield", types.int32())


def yield_cpu() -> None:
    """Let another thread run, if one waits for this processor."""
    time.sleep(0)


@overload(yield_cpu)
def _yield_cpu() -> Any:
    def call() -> None:
        _sched_yield()

    return call
