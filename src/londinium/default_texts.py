"""Default texts of a game that brings none: numbers, and fields by name."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from londinium.parsing import normalise
from londinium.records import State, as_dict


class Reason(NamedTuple):
    """Why an action is not legal, or is advised: a code in no language, and its values."""

    code: str
    values: Mapping[str, int | str]


class Count(int):
    """A number that is written with what it counts: `{n:step}` is "1 step" or "2 steps"."""

    def __format__(self, what: str) -> str:
        """Write the number and the noun, in the plural unless it is one."""
        plural = "s" if what and self != 1 else ""
        return f"{int(self)} {what}{plural}".rstrip()


REASONS = ("not_legal",)
PHASE = "play"
PROMPTS = {PHASE: "Choose a move."}


def view(known: State, seat: int) -> dict[str, Any]:
    """Return the fields of a redacted record; its own field `phase` has another name."""
    fields = as_dict(known)
    if "phase" in fields:
        fields["phase_number"] = fields.pop("phase")
    return {"phase": PHASE, **fields}


def events(before: State, after: State) -> list[dict[str, Any]]:
    """Return the fields that changed."""
    old, new = as_dict(before), as_dict(after)
    changed = [name for name in new if new[name] != old[name]]
    return [{"event": "changed", "field": name, "value": new[name]} for name in changed]


def show_event(event: dict[str, Any]) -> str:
    """Write an event as text: `bid is now 7`."""
    return f"{event['field'].replace('_', ' ')} is now {event['value']}"


def not_legal(action: int) -> Reason:
    """Return that an action is not legal."""
    return Reason(REASONS[0], {"action": action})


def show_reason(reason: Reason) -> str:
    """Say in a sentence that an action is not legal."""
    return f"Action {reason.values['action']} is not legal now."


def show_action(action: int) -> str:
    """Write an action as text: `action 7`."""
    return f"action {action}"


def parse_action(text: str) -> int:
    """Return the action that a text means."""
    return _parse_number("action", text)


def show_outcome(s: State, outcome: int) -> str:
    """Write an outcome as text: `outcome 2`."""
    return f"outcome {outcome}"


def parse_outcome(s: State, text: str) -> int:
    """Return the outcome that a text means."""
    return _parse_number("outcome", text)


def _parse_number(what: str, text: str) -> int:
    found = re.fullmatch(rf"(?:{what} )?([0-9]{{1,9}})", normalise(text))
    if found is None:
        raise ValueError(f"{text.strip()!r} is not an {what}: write '{what} 3', say.")
    return int(found[1])


def material(actions: int) -> dict[str, Any]:
    """Return the actions by number."""
    return {"moves": [{"kind": "action", "number": action} for action in range(actions)]}


def show_state(s: State) -> str:
    """Write a record as text, a field a line."""
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in as_dict(s).items())


def parse_state(dtype: np.dtype[Any], text: str) -> State:
    """Return the record that a text describes; whether a game can have it is not checked."""
    record = np.zeros(1, dtype)
    missing = set(dtype.names or ())
    for line in filter(str.strip, text.splitlines()):
        name, _, value = line.partition(":")
        if name.strip() not in missing:
            raise ValueError(f"The position has an unknown or repeated line {line.strip()!r}.")
        missing.remove(name.strip())
        _fill(record, name.strip(), value.strip())
    if missing:
        raise ValueError(f"The position lacks the line {min(missing)!r}.")
    return record[0]


def check_state(s: State) -> None:
    """Accept every record."""


def options_of(s: State) -> dict[str, str]:
    """Return no options: all have their default."""
    return {}


def _fill(record: np.ndarray[Any, Any], name: str, text: str) -> None:
    """Write a field, if the text is a number, or a list of numbers, that fits it."""
    field, sentence = record[name], f"The position says {name}: {text!r}, which does not fit."
    try:
        value = np.array(json.loads(text), object)  # as numpy's own numbers 64 bits would not fit
        field_value = value.astype(field.dtype)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(sentence) from error
    if value.shape != field.shape[1:] or not np.array_equal(field_value, value):
        raise ValueError(sentence)
    field[0] = field_value
