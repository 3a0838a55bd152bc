"""A table, without a server: what people may do at it, and what its journal makes of it."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from londinium.dealer import Dealer
from londinium.game import GAMES, SPECTATOR
from londinium.server.errors import RequestError
from londinium.server.tables import commands, view
from londinium.server.tables.entries import Away, Create, Entry, GoBack, Move, Start
from londinium.server.tables.seat import Occupant, Seat
from londinium.server.tables.serialization import (
    JournalMismatch,
    encode,
    replay,
    restore,
    snapshot,
)
from londinium.server.tables.table import OPEN, OVER, PLAYING, Table
from londinium.store.records import EntryRow, Header

ANN, BEN, CAT = Occupant("ann", "Ann"), Occupant("ben", "Ben"), Occupant("cat", "Cat", guest=False)


class Journal:
    """A table and its entries, at a time that the test sets."""

    def __init__(self, *seats: Seat, game: str = "ticket_to_ride_london", **header: Any) -> None:
        given = {
            "id": "abcdefghijkl",
            "created": 0.0,
            "host": "ann",
            "game": game,
            "rules_version": 1,
            "seats": len(seats),
            "options": GAMES[game].settle_options({}),
            "pace": {"kind": "none"},
            "listed": True,
            "seed": Dealer.from_number(1).seed,
        }
        self.now = 0.0
        self.rows: list[EntryRow] = []
        self.table = Table(Header(**given | header))  # type: ignore[arg-type]
        self.enter(Create(seats))

    def enter(self, entry: Entry | None, person: str | None = None, id: str | None = None) -> None:
        assert entry is not None
        applied = self.table.apply(entry, self.now, person, id)
        self.rows.append(encode(applied, self.table))

    def play(self, person: str, seat: int | None = None) -> int:
        """Play the first legal move of a person, and return it."""
        number = commands.own_seat(self.table, person, seat)
        assert self.table.match is not None
        action = self.table.match.legal(number)[0]
        self.enter(commands.move(self.table, person, action, self.table.version, seat), person)
        return action


def two(**header: Any) -> Journal:
    """Ann and Ben, about to choose their tickets."""
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN), **header)
    journal.enter(commands.start(journal.table, "ann"))
    return journal


def on_turn(**header: Any) -> Journal:
    """Ann and Ben, with Ann to move."""
    journal = two(**header)
    journal.play("ann")
    journal.play("ben")
    return journal


def code_of(work: Callable[[], object]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(RequestError) as caught:
        work()
    assert caught.value.message.endswith(".")
    return caught.value.code


def test_people_take_free_seats_in_order_and_by_number() -> None:
    journal = Journal(Seat(), Seat(), Seat())
    journal.enter(commands.sit(journal.table, ANN))
    journal.enter(commands.sit(journal.table, BEN, 2))
    journal.enter(commands.sit(journal.table, CAT))
    assert [seat.person for seat in journal.table.seats] == ["ann", "cat", "ben"]


def test_one_person_may_take_several_seats_by_naming_them() -> None:
    journal = Journal(Seat(occupant=ANN), Seat())
    assert code_of(lambda: commands.sit(journal.table, ANN)) == "sits_already"
    journal.enter(commands.sit(journal.table, ANN, 1))
    assert journal.table.seats_of("ann") == [0, 1]


def test_a_seat_is_not_taken_from_anybody() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(kept_for=BEN))
    assert code_of(lambda: commands.sit(journal.table, CAT, 0)) == "seat_taken"
    assert code_of(lambda: commands.sit(journal.table, CAT, 1)) == "seat_taken"
    assert code_of(lambda: commands.sit(journal.table, CAT, 2)) == "no_such_seat"
    assert code_of(lambda: commands.sit(journal.table, CAT)) == "table_full"
    journal.enter(commands.sit(journal.table, BEN))
    assert journal.table.seats[1] == Seat(occupant=BEN)


def test_nobody_sits_down_once_the_match_has_started() -> None:
    assert code_of(lambda: commands.sit(two().table, CAT)) == "has_started"


def test_who_leaves_before_the_start_frees_the_seat() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN))
    journal.enter(commands.leave(journal.table, "ben"))
    assert journal.table.seats[1].free
    assert code_of(lambda: commands.leave(journal.table, "ben")) == "not_seated"


def test_for_who_leaves_during_the_match_a_bot_plays_until_they_return() -> None:
    journal = on_turn()
    journal.enter(commands.leave(journal.table, "ann"))
    assert journal.table.bots_waited_for == [0]
    assert code_of(lambda: commands.leave(journal.table, "ann")) == "left_already"
    assert code_of(lambda: commands.move(journal.table, "ann", 0, 99)) == "away"
    assert code_of(lambda: commands.undo(journal.table, "ann", 99, False)) == "away"
    journal.enter(commands.sit(journal.table, ANN))
    assert journal.table.bots_waited_for == []
    journal.play("ann")


def test_the_host_places_bots_and_takes_them_away() -> None:
    journal = Journal(Seat(occupant=ANN), Seat())
    journal.enter(commands.place_bot(journal.table, "ann", 1, "hard"))
    assert journal.table.seats[1].bot == "hard"
    journal.enter(commands.place_bot(journal.table, "ann", 1, None))
    assert journal.table.seats[1].free


def test_bots_are_placed_only_where_they_may_be() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN), Seat())
    place = commands.place_bot
    assert code_of(lambda: place(journal.table, "ben", 2, "hard")) == "not_host"
    assert code_of(lambda: place(journal.table, "ann", 1, "hard")) == "seat_taken"
    assert code_of(lambda: place(journal.table, "ann", 3, "hard")) == "no_such_seat"
    assert code_of(lambda: place(journal.table, "ann", 2, "search@9")) == "no_such_level"
    assert code_of(lambda: place(two().table, "ann", 1, "hard")) == "has_started"


def test_the_host_starts_when_all_seats_are_taken() -> None:
    journal = Journal(Seat(occupant=ANN), Seat())
    assert code_of(lambda: commands.start(journal.table, "ann")) == "seats_free"
    journal.enter(commands.sit(journal.table, BEN))
    assert code_of(lambda: commands.start(journal.table, "ben")) == "not_host"
    assert journal.table.status == OPEN
    journal.enter(commands.start(journal.table, "ann"))
    assert journal.table.status == PLAYING
    assert code_of(lambda: commands.start(journal.table, "ann")) == "has_started"


def test_when_the_host_has_no_seat_whoever_has_one_may_start() -> None:
    journal = Journal(Seat(occupant=BEN), Seat(bot="easy"))
    assert commands.start(journal.table, "ben") == Start()
    assert view.viewer_of(journal.table, "ben").host
    assert not view.viewer_of(journal.table, "cat").host
    assert code_of(lambda: commands.start(journal.table, "cat")) == "not_host"


def test_a_move_is_made_by_whoever_has_the_seat() -> None:
    journal = on_turn()
    assert code_of(lambda: commands.move(journal.table, "cat", 0, 4)) == "not_seated"
    assert code_of(lambda: commands.move(journal.table, "ann", 0, 4, wanted=1)) == "not_your_seat"
    with pytest.raises(RequestError, match="not of seat 1") as caught:
        commands.move(journal.table, "ben", 0, journal.table.version)
    assert caught.value.values["reason"]["code"] == "not_your_turn"


def test_moves_need_a_match_that_is_being_played() -> None:
    journal = Journal(Seat(occupant=ANN), Seat())
    assert code_of(lambda: commands.move(journal.table, "ann", 0, 1)) == "not_started"
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "not_started"


def test_a_move_that_answers_an_older_question_is_stale() -> None:
    journal = on_turn()
    version = journal.table.version
    journal.play("ann")
    assert code_of(lambda: commands.move(journal.table, "ann", 0, version)) == "stale"
    assert code_of(lambda: commands.undo(journal.table, "ann", version, False)) == "stale"
    assert code_of(lambda: commands.move(journal.table, "ann", 0, 99)) == "no_such_version"


def test_chat_and_another_seats_choice_at_the_same_time_make_no_move_stale() -> None:
    journal = two()
    version = journal.table.version
    journal.enter(commands.say(journal.table, "ben", "Hello"))
    journal.play("ann")
    match = journal.table.match
    assert match is not None
    assert commands.move(journal.table, "ben", match.legal(1)[0], version) is not None


def test_who_has_several_seats_and_names_none_answers_the_table_as_it_is() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=ANN))
    journal.enter(commands.start(journal.table, "ann"))
    version = journal.table.version
    match = journal.table.match
    assert match is not None
    both = match.legal(0)[-1]
    assert both in match.legal(1)  # and would be taken for an answer of the other seat
    journal.enter(commands.move(journal.table, "ann", both, version, wanted=0))
    assert code_of(lambda: commands.move(journal.table, "ann", both, version)) == "stale"
    assert commands.move(journal.table, "ann", both, version, wanted=1) is not None
    assert commands.move(journal.table, "ann", both, version + 1) is not None


def test_a_choice_can_be_changed_until_the_last_is_in_but_not_for_ever() -> None:
    journal = two()
    match = journal.table.match
    assert match is not None
    first, second = match.legal(0)[:2]

    def choose(action: int) -> Move | None:
        return commands.move(journal.table, "ann", action, journal.table.version)

    journal.enter(choose(first))
    assert choose(first) is None
    for number in range(commands.MAX_CHANGES - 1):
        journal.enter(choose((second, first)[number % 2]))
    assert code_of(lambda: choose((second, first)[commands.MAX_CHANGES % 2 - 1])) == (
        "too_many_changes"
    )
    assert journal.table.waited_for == [1]
    journal.play("ben")
    assert journal.table.waited_for == [0]


def play_until(journal: Journal, text: str) -> None:
    """Let whoever is to move play the move of that text."""
    match = journal.table.match
    assert match is not None
    seat = match.to_move
    person = journal.table.seats[seat].person
    assert person is not None
    action = match.game.parse_action(text)
    journal.enter(commands.move(journal.table, person, action, journal.table.version), person)


def test_a_move_after_which_nothing_was_revealed_can_be_taken_back() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN), game="old_london_bridge")
    journal.enter(commands.start(journal.table, "ann"))
    match = journal.table.match
    assert match is not None
    journal.play("ann")
    before = journal.table.moves
    journal.enter(commands.undo(journal.table, "ann", journal.table.version, False))
    assert journal.table.moves == before - 1
    assert journal.table.waited_for == [0, 1]
    assert code_of(lambda: commands.undo(journal.table, "ann", 99, False)) == "no_such_version"
    assert (
        code_of(lambda: commands.undo(journal.table, "ann", journal.table.version, False))
        == "illegal"
    )


def test_a_turn_can_be_begun_again_as_far_as_nothing_was_revealed() -> None:
    journal = random_play(game="old_london_bridge", wanted=2)
    match = journal.table.match
    assert match is not None
    seat = match.moves[-1].seat
    person = journal.table.seats[seat].person
    assert person is not None
    journal.enter(commands.undo(journal.table, person, journal.table.version, True))
    assert match.why_not_undo(seat) is not None


def random_play(game: str, wanted: int) -> Journal:
    """A match in which so many moves can be taken back by who has just moved."""
    for seed in range(100):
        journal = Journal(
            Seat(occupant=ANN), Seat(occupant=BEN), game=game, seed=Dealer.from_number(seed).seed
        )
        journal.enter(commands.start(journal.table, "ann"))
        match = journal.table.match
        assert match is not None
        while journal.table.status == PLAYING:
            seat = match.to_move
            action = match.legal(seat)[-1 - seed % 2 if len(match.legal(seat)) > 1 else 0]
            journal.enter(commands.play(journal.table, match, seat, action))
            moves = len(match.moves)
            if all(match.why_not_undo(seat, moves - n) is None for n in range(wanted)):
                return journal
    raise AssertionError("no such match")


def test_others_agree_to_a_take_back_or_refuse_it() -> None:
    journal = on_turn()
    assert code_of(lambda: commands.answer_take_back(journal.table, "ben", True)) == "nothing_asked"
    journal.play("ann")
    before = journal.table.moves
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    assert code_of(lambda: commands.ask_take_back(journal.table, "ben")) == "asked_already"
    assert code_of(lambda: commands.answer_take_back(journal.table, "ann", True)) == (
        "answered_already"
    )
    journal.enter(commands.answer_take_back(journal.table, "ben", False))
    assert journal.table.take_back is None
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.answer_take_back(journal.table, "ben", True))
    assert journal.table.moves < before
    assert journal.table.waited_for == [0]


def test_all_others_have_to_agree() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=BEN), Seat(occupant=CAT), Seat(bot="easy"))
    journal.enter(commands.start(journal.table, "ann"))
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "nothing_to_take_back"
    journal.play("ann")
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.answer_take_back(journal.table, "ben", True))
    assert code_of(lambda: commands.answer_take_back(journal.table, "ben", True)) == (
        "answered_already"
    )
    assert journal.table.take_back is not None
    journal.enter(commands.answer_take_back(journal.table, "cat", True))
    assert journal.table.waited_for == [0, 1, 2, 3]


def test_against_bots_alone_nobody_has_to_agree() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(bot="easy"))
    journal.enter(commands.start(journal.table, "ann"))
    journal.play("ann")
    assert isinstance(commands.ask_take_back(journal.table, "ann"), GoBack)


def test_a_move_ends_a_wish_to_take_back() -> None:
    journal = on_turn()
    journal.play("ann")
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.play("ann")
    assert journal.table.take_back is None


def test_what_was_taken_back_and_played_again_is_dealt_the_same() -> None:
    journal = on_turn()
    action = journal.play("ann")
    match = journal.table.match
    assert match is not None
    moves = list(match.moves)
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.answer_take_back(journal.table, "ben", True))
    journal.enter(commands.move(journal.table, "ann", action, journal.table.version))
    assert match.moves == moves


def test_only_players_chat() -> None:
    journal = on_turn()
    assert code_of(lambda: commands.say(journal.table, "cat", "Hello")) == "not_seated"
    journal.enter(commands.say(journal.table, "ben", "Hello"))
    shown = [
        view.update(journal.table, view.viewer_of(journal.table, person))["chat"]
        for person in ("ann", "cat", None)
    ]
    assert [line["text"] for line in shown[0]] == ["Hello"]
    assert shown[1:] == [[], []]


def test_a_bank_pays_for_what_a_move_takes_longer() -> None:
    journal = two(pace={"kind": "live", "move_seconds": 10, "bank_seconds": 60})
    table = journal.table
    assert [table.clocks.deadline(seat) for seat in (0, 1)] == [70, 70]
    journal.now = 30
    journal.play("ann")
    assert table.clocks.deadline(0) is None
    assert table.clocks.banks == [40, 60]
    journal.now = 35
    journal.play("ben")
    assert table.clocks.deadline(0) == 35 + 10 + 40
    assert table.next_due(1) == 85
    assert table.overdue(84.9) == []
    assert table.overdue(85) == [0]


def test_days_have_no_bank() -> None:
    assert two(pace={"kind": "days", "days": 2}).table.next_due(1) == 2 * 86_400


def test_without_a_clock_nobody_is_overdue() -> None:
    journal = on_turn()
    assert journal.table.next_due(1) is None
    assert journal.table.overdue(10**10) == []


def test_taking_back_and_moving_again_gains_no_time() -> None:
    journal = random_play("old_london_bridge", wanted=2)
    table, match = journal.table, journal.table.match
    assert match is not None
    table.clocks.pace = table.clocks.pace._replace(move=10)
    seat, action = match.moves[-1]
    table.clocks.update([seat], 0)
    for second in range(1, 6):
        journal.now = second
        person = table.seats[seat].person
        assert person is not None
        journal.enter(commands.undo(table, person, table.version, False))
        assert table.clocks.deadline(seat) == 10
        journal.now = second + 0.5
        journal.enter(commands.move(table, person, action, table.version), person)


def test_a_bot_is_due_after_its_pace_and_has_no_clock() -> None:
    journal = Journal(
        Seat(occupant=ANN),
        Seat(bot="easy"),
        pace={"kind": "live", "move_seconds": 10, "bank_seconds": 0},
    )
    journal.now = 5
    journal.enter(commands.start(journal.table, "ann"))
    assert journal.table.next_due(0.9) == 5.9
    assert journal.table.clocks.deadline(1) is None


def test_when_a_bot_takes_over_the_clock_stops() -> None:
    journal = on_turn(pace={"kind": "days", "days": 1})
    journal.enter(Away(0, "time"))
    assert journal.table.overdue(10**10) == []
    assert journal.table.next_due(2) == 2


def finished() -> Journal:
    journal = on_turn()
    match = journal.table.match
    assert match is not None
    while journal.table.status == PLAYING:
        seat = match.to_move
        journal.enter(commands.play(journal.table, match, seat, match.legal(seat)[-1]))
    return journal


def test_after_the_end_all_is_open_and_nothing_can_be_done() -> None:
    table = finished().table
    assert table.status == OVER
    assert code_of(lambda: commands.move(table, "ann", 0, table.version)) == "match_over"
    assert code_of(lambda: commands.leave(table, "ann")) == "match_over"
    assert view.viewer_of(table, "cat", 1).sees_as == 1
    assert view.update(table, view.viewer_of(table, None))["table"]["seed"] is not None


def test_during_the_match_nobody_sees_the_view_of_anothers_seat() -> None:
    table = on_turn().table
    assert code_of(lambda: view.viewer_of(table, "ben", 0)) == "not_your_seat"
    assert code_of(lambda: view.viewer_of(table, None, 0)) == "not_your_seat"
    assert code_of(lambda: view.viewer_of(table, "ben", 3)) == "no_such_seat"
    assert view.viewer_of(table, "cat").sees_as == SPECTATOR
    assert view.update(table, view.viewer_of(table, "ann"))["table"]["seed"] is None


def test_in_a_hot_seat_match_one_sees_the_view_of_the_seat_to_move() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=ANN))
    journal.enter(commands.start(journal.table, "ann"))
    for seat in (0, 1, 0):
        assert view.viewer_of(journal.table, "ann").sees_as == seat
        journal.play("ann")
    assert view.viewer_of(journal.table, "ann", 1).sees_as == 1


def test_in_a_hot_seat_match_only_the_seat_that_moved_is_offered_undo() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=ANN))
    journal.enter(commands.start(journal.table, "ann"))
    journal.play("ann")
    table = journal.table
    for seat, may in ((0, True), (1, False), (None, False)):
        position = view.update(table, view.viewer_of(table, "ann", seat))["position"]
        assert position["can_undo"] is may
    assert code_of(lambda: commands.undo(table, "ann", table.version, False, 1)) == "illegal"


def test_in_a_hot_seat_match_who_names_no_seat_undoes_what_was_done_last() -> None:
    journal = Journal(Seat(occupant=ANN), Seat(occupant=ANN))
    journal.enter(commands.start(journal.table, "ann"))
    journal.play("ann")
    journal.enter(commands.undo(journal.table, "ann", journal.table.version, False))
    assert journal.table.waited_for == [0, 1]


def test_a_rematch_moves_everybody_one_seat_on() -> None:
    journal = finished()
    assert commands.rematch_seats(journal.table, ANN) == [Seat(kept_for=BEN), Seat(occupant=ANN)]
    assert code_of(lambda: commands.rematch_seats(journal.table, CAT)) == "not_seated"
    assert code_of(lambda: commands.rematch_seats(on_turn().table, ANN)) == "not_over"


def test_the_news_since_a_version_leave_out_what_was_taken_back() -> None:
    journal = on_turn()
    version = journal.table.version
    journal.play("ann")
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.answer_take_back(journal.table, "ben", True))
    news = view.news(journal.table, 1, version)
    assert [told["kind"] for told in news] == ["ask", "go_back"]


def test_what_is_no_longer_in_the_history_is_a_gap() -> None:
    journal = on_turn()
    viewer = view.viewer_of(journal.table, "ann")
    assert view.update(journal.table, viewer, 99)["gap"]
    journal.table.history.popleft()
    assert not view.update(journal.table, viewer, 1)["gap"]
    update = view.update(journal.table, viewer, 0)
    assert update["gap"]
    assert update["news"] == []


def test_a_prompt_is_for_the_seat_that_has_to_act() -> None:
    table = on_turn().table
    prompts = [
        view.update(table, view.viewer_of(table, person))["position"]["prompt"]
        for person in ("ann", "ben", "cat")
    ]
    assert prompts[0]["phase"] == "turn"
    assert prompts[1:] == [None, None]


@pytest.mark.parametrize(
    "make", [two, on_turn, finished, lambda: random_play("old_london_bridge", 1)]
)
def test_a_journal_and_a_snapshot_make_the_same_table_again(make: Callable[[], Journal]) -> None:
    journal = make()
    table = journal.table
    again = Table(table.header)
    for row in journal.rows:
        replay(again, row)
    restored = restore(table.header, orjson.loads(orjson.dumps(snapshot(table))))
    for other in (again, restored):
        assert orjson.dumps(snapshot(other)) == orjson.dumps(snapshot(table))
        for seat in range(2):
            viewer = view.viewer_of(table, table.seats[seat].person)
            assert view.update(other, viewer, 0) == view.update(table, viewer, 0)


def test_a_journal_that_leads_elsewhere_is_not_believed() -> None:
    journal = on_turn()
    start = journal.rows[1]
    assert start.data is not None
    wrong = EntryRow(2, "start", 0.0, data={"moves": start.data["moves"][::-1]})
    table = Table(journal.table.header)
    replay(table, journal.rows[0])
    with pytest.raises(JournalMismatch, match="elsewhere"):
        replay(table, wrong)
    with pytest.raises(JournalMismatch, match="comes version 9"):
        replay(table, EntryRow(9, "start", 0.0))
    data = snapshot(journal.table)
    record = bytearray.fromhex(data["match"]["record"])
    record[0] ^= 1
    data["match"]["record"] = record.hex()
    with pytest.raises(JournalMismatch, match="cannot be restored"):
        restore(journal.table.header, data)


def test_a_journal_with_an_illegal_move_or_an_unknown_entry_is_not_believed() -> None:
    journal = on_turn()
    table, version = journal.table, journal.table.version + 1
    illegal = EntryRow(version, "move", 0.0, 1, data={"moves": ["1: draw deck"]})
    with pytest.raises(JournalMismatch, match="not of seat 1"):
        replay(table, illegal)
    with pytest.raises(JournalMismatch, match="'weather'"):
        replay(table, EntryRow(version, "weather", 0.0))
    with pytest.raises(JournalMismatch, match="has not started"):
        replay(Table(table.header), EntryRow(1, "move", 0.0, 1, data=illegal.data))
    assert table.version == version - 1
