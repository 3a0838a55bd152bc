"""State records: their layout from a description that mypy reads, and as plain Python data."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import prod
from operator import itemgetter
from struct import Struct
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

State = Any  # a numpy record; its fields are the game's own
States = NDArray[Any]  # an array of records
Fields = Mapping[str, Any]  # a record as plain Python values, by field
Unpack = Callable[[bytes], tuple[Any, ...]]  # returns all values in the bytes of a record
Pick = Callable[[tuple[Any, ...]], tuple[Any, ...]]  # returns those of each field


# How `struct` writes the numbers that numpy writes so.
CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}

# Fields of a record, for the class that describes it. A number is Any to mypy, since compiled code
# mixes integers of all widths; an array is written Annotated[Bytes, shape].
Byte = Annotated[Any, np.uint8]
Bytes = NDArray[np.uint8]


def record_dtype(description: type) -> np.dtype[Any]:
    """Return the dtype of the records that a TypedDict describes, field by field in its order.

    Rules annotate a record with the TypedDict, so that mypy finds a misspelt field.
    """
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(description, include_extras=True).items():
        kind, detail = get_args(hint)
        if get_origin(kind) is np.ndarray:
            [scalar] = get_args(get_args(kind)[1])
            fields.append((name, scalar, detail))
        else:
            fields.append((name, detail))
    return np.dtype(fields, align=True)


def as_dict(s: State) -> dict[str, Any]:
    """Return a record's fields as Python's own numbers and lists."""
    values = zip(s.dtype.names, s.item(), strict=True)
    return {name: v.tolist() if isinstance(v, np.ndarray) else v for name, v in values}


def read_fields(s: State) -> Fields:
    """Return a record's fields for code that asks much of many: it is read at once and kept.

    Numbers are Python's own, an array of bytes is `bytes`, one of two dimensions a tuple of those.
    Other arrays are tuples of numbers, those of two dimensions lists of tuples.
    Reading a field of the record itself takes 50 times as long.
    """
    return _read_fields(s.dtype, s.tobytes())


@lru_cache(2048)  # a position is asked for by each viewer, and again as the start of the next move
def _read_fields(dtype: np.dtype[Any], data: bytes) -> Fields:
    names, unpack, pick, tables = _reader(dtype)
    fields = dict(zip(names, pick(unpack(data)), strict=True))
    for name, width in tables:
        flat = fields[name]
        fields[name] = [flat[i : i + width] for i in range(0, len(flat), width)]
    return fields


@lru_cache
def _reader(dtype: np.dtype[Any]) -> tuple[list[str], Unpack, Pick, list[tuple[str, int]]]:
    """Return the names of the fields and how to read them: all values, then those of each field.

    The last part is the fields that are tables of numbers larger than bytes, and their width.
    """
    assert dtype.fields is not None
    codes, places, count, end = ["="], [], 0, 0
    tables = []
    for name, (kind, start, *_) in dtype.fields.items():
        code, values = _code(kind)
        codes += ["x" * (start - end), code]
        places.append(count if kind.ndim == 0 or _is_row(kind) else slice(count, count + values))
        count, end = count + values, start + kind.itemsize
        if kind.base != np.uint8 and kind.ndim == 2:
            tables.append((name, kind.shape[1]))
    codes.append("x" * (dtype.itemsize - end))
    return list(dtype.fields), Struct("".join(codes)).unpack, itemgetter(*places), tables


def _is_row(kind: np.dtype[Any]) -> bool:
    """Return whether a field is one row of bytes, which is read as one value."""
    return kind.base == np.uint8 and kind.ndim == 1


def _code(kind: np.dtype[Any]) -> tuple[str, int]:
    """Return how `struct` reads a field, and how many values that gives."""
    if kind.base == np.uint8 and kind.ndim:
        rows = prod(kind.shape[:-1])
        return f"{kind.shape[-1]}s" * rows, rows
    values = prod(kind.shape)
    return f"{values}{CODES[kind.base.str[1:]]}", values
