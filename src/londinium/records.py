"""State records: their layout from a description that mypy reads, and as plain Python data."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

State = Any  # a numpy record; its fields are the game's own
States = NDArray[Any]  # an array of records
Fields = Mapping[str, Any]  # a record as plain Python values, by field
Reader = Callable[[bytes], Any]  # reads a field of a record's bytes


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

    Numbers are Python's own, an array of bytes is `bytes`, one of two dimensions a list of those.
    A field of the record itself takes 50 times as long to read.
    """
    return _read_fields(s.dtype, s.tobytes())


@lru_cache(256)  # a position is asked for by each viewer, and again as the start of the next move
def _read_fields(dtype: np.dtype[Any], data: bytes) -> Fields:
    names, read, others = _readers(dtype)
    fields = dict(zip(names, read(data), strict=True))
    for name, read_other in others:
        fields[name] = read_other(data)
    return fields


@lru_cache
def _readers(dtype: np.dtype[Any]) -> tuple[list[str], Reader, list[tuple[str, Reader]]]:
    """Return what reads all numbers and rows of bytes at once, and what reads each other field."""
    assert dtype.fields is not None
    places = {name: _place(*field[:2]) for name, field in dtype.fields.items()}
    simple = {name: place for name, place in places.items() if place is not None}
    others = [(name, _reader(*dtype.fields[name][:2])) for name in places if name not in simple]
    return list(simple), itemgetter(*simple.values()), others


def _place(kind: np.dtype[Any], start: int) -> int | slice | None:
    """Return where the bytes of a record have a number or a row of bytes; None: it is neither."""
    if kind.base != np.uint8 or kind.ndim > 1:
        return None
    return slice(start, start + kind.itemsize) if kind.ndim else start


def _reader(kind: np.dtype[Any], start: int) -> Reader:
    """Return what reads rows of bytes, or numbers of more than a byte."""
    end, shape = start + kind.itemsize, kind.shape
    if kind.base == np.uint8 and len(shape) == 2:
        width = shape[1]
        rows = [slice(row, row + width) for row in range(start, end, width)]
        return lambda data: [data[row] for row in rows]
    letter: Any = kind.base.char
    if not shape:
        return lambda data: memoryview(data)[start:end].cast(letter)[0]
    return lambda data: memoryview(data)[start:end].cast(letter, shape).tolist()
