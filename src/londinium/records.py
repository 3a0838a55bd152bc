"""State records: their layout from a description that mypy reads, and as plain Python data."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

State = Any  # a numpy record; its fields are the game's own
States = NDArray[Any]  # an array of records
Fields = Mapping[str, Any]  # a record as Python's own numbers and lists, by field


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


def as_dict(s: State) -> Fields:
    """Return a record's fields as Python's own numbers and lists, to be read and not changed.

    For code that reads much of one record: a field of a record takes 50 times as long to read.
    """
    return _as_dict(s.dtype, s.tobytes())


@lru_cache(256)  # a position is asked for by each viewer, and again as the start of the next move
def _as_dict(dtype: np.dtype[Any], data: bytes) -> Fields:
    values = zip(dtype.names or (), np.frombuffer(data, dtype)[0].item(), strict=True)
    return {name: v.tolist() if isinstance(v, np.ndarray) else v for name, v in values}
