"""The default texts of a game that brings none."""

import numpy as np
import pytest

from londinium import default_texts

RECORD = np.dtype(
    [
        ("seats", np.uint8),
        ("phase", np.uint8),
        ("is_last", np.bool_),
        ("board", np.uint64, (2, 2)),
        ("value", np.float32),
    ]
)
TEXT = """\
seats: 2
phase: 1
is_last: true
board: [[1, 18446744073709551615], [0, 2]]
value: 0.5
"""


def test_a_position_of_any_fields_reads_back_from_its_text() -> None:
    record = default_texts.parse_state(RECORD, TEXT)
    assert record["board"][0, 1] == 2**64 - 1
    assert record["is_last"]
    assert default_texts.show_state(record) == TEXT


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("seats: 2", "seats: 256"),
        ("seats: 2", "seats: -1"),
        ("seats: 2", "seats: 1.5"),
        ("seats: 2", "seats: NaN"),
        ("seats: 2", "seats: null"),
        ("seats: 2", 'seats: "2"'),
        ("seats: 2", "seats: two"),
        ("seats: 2", "seats: [2]"),
        ("is_last: true", "is_last: 2"),
        ("[0, 2]]", "[0]]"),
        ("[0, 2]]", "[0, 2], [0, 2]]"),
        ("[0, 2]]", "[0, 18446744073709551616]]"),
    ],
)
def test_a_number_that_does_not_fit_its_field_is_refused(line: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=r"^The position says \w+: .*, which does not fit\.$"):
        default_texts.parse_state(RECORD, TEXT.replace(line, wrong))


def test_a_missing_or_an_unknown_line_is_refused() -> None:
    with pytest.raises(ValueError, match="The position lacks the line 'seats'"):
        default_texts.parse_state(RECORD, TEXT.replace("seats: 2\n", ""))
    with pytest.raises(ValueError, match="unknown or repeated line 'seats: 2'"):
        default_texts.parse_state(RECORD, TEXT + "seats: 2")
    with pytest.raises(ValueError, match="unknown or repeated line 'colour: 2'"):
        default_texts.parse_state(RECORD, TEXT + "colour: 2")


def test_a_view_has_one_phase_and_every_field_and_may_be_changed() -> None:
    record = default_texts.parse_state(RECORD, TEXT)
    view = default_texts.view(record, 0)
    assert view["phase"] in default_texts.PROMPTS
    assert (view["phase_number"], view["seats"], view["is_last"]) == (1, 2, True)
    view["board"][0][0] = 99
    assert default_texts.view(record, 0)["board"][0][0] == 1


def test_an_event_is_a_field_that_changed() -> None:
    before, after = (default_texts.parse_state(RECORD, TEXT) for _ in range(2))
    after["phase"] = 2
    events = default_texts.events(before, after)
    assert events == [{"event": "changed", "field": "phase", "value": 2}]
    assert default_texts.show_event(events[0]) == "phase is now 2"


@pytest.mark.parametrize("text", ["", "7th", "action", "outcome 7", "-7"])
def test_what_is_not_an_action_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="is not an action: write 'action 3', say"):
        default_texts.parse_action(text)


def test_actions_and_outcomes_go_by_number() -> None:
    record = default_texts.parse_state(RECORD, TEXT)
    assert default_texts.parse_action("Action 7") == default_texts.parse_action("7") == 7
    assert default_texts.show_action(7) == "action 7"
    assert default_texts.parse_outcome(record, default_texts.show_outcome(record, 3)) == 3


def test_a_view_has_a_phase_beside_whatever_the_record_calls_so() -> None:
    record = np.zeros(1, RECORD)[0]
    assert default_texts.view(record, 0)["phase_number"] == 0
    plain = np.zeros(1, np.dtype([("seats", np.uint8)]))[0]
    assert default_texts.view(plain, 0) == {"phase": default_texts.PHASE, "seats": 0}
