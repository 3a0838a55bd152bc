"""Take-backs: nothing that was revealed is taken back without the people who play there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest

from londinium.match import Match
from londinium.server.errors import RequestError
from londinium.server.tables import commands, view
from londinium.server.tables.entries import AskTakeBack, Entry, GoBack, Undo
from londinium.server.tables.seat import Seat
from londinium.server.tables.serialization import restore, snapshot
from londinium.server.tables.table import Table
from tests.server.test_table import ANN, BEN, CAT, Journal, code_of, on_turn

DEPTH = 6  # commands in a row, of which all orders are tried
PEOPLE = {occupant.person: occupant for occupant in (ANN, BEN, CAT)}


def running(table: Table) -> Match:
    assert table.match is not None
    return table.match


def draw_blind(table: Table) -> Entry | None:
    """Let Ann draw a card from the deck."""
    action = running(table).game.parse_action("draw deck")
    return commands.move(table, "ann", action, table.version)


def stand_in(table: Table) -> Entry | None:
    """Let the bot move that plays for somebody who is away."""
    seat = next((seat for seat in table.bots_waited_for), None)
    if seat is None:
        return None
    return commands.play(table, running(table), seat, running(table).legal(seat)[0])


Command = Callable[[Table], Entry | None]
COMMANDS: dict[str, Command] = {
    "draw": draw_blind,
    "undo": lambda table: commands.undo(table, "ann", table.version, whole_turn=True),
    "ask": lambda table: commands.ask_take_back(table, "ann"),
    "withdraw": lambda table: commands.answer_take_back(table, "ann", agree=False),
    "bot": stand_in,
}


def of(person: str) -> dict[str, Command]:
    """Return what somebody else can do about it."""
    return {
        f"{person} leaves": lambda table: commands.leave(table, person),
        f"{person} returns": lambda table: commands.sit(table, PEOPLE[person]),
        f"{person} agrees": lambda table: commands.answer_take_back(table, person, agree=True),
    }


@dataclass
class Walk:
    """A table after some commands, and who has agreed to the take-back that is asked for."""

    table: Table
    done: tuple[str, ...] = ()
    agreed: set[str] = field(default_factory=set)
    went_back: bool = False  # over something that was revealed

    def then(self, name: str, command: Command) -> "Walk | None":
        """Return the walk after one more command, or None if it is refused or does nothing."""
        table = restore(self.table.header, snapshot(self.table))
        try:
            entry = command(table)
        except RequestError:
            return None
        if entry is None:
            return None
        before = list(running(table).moves)
        table.apply(entry, 0.0)
        person, _, what = name.partition(" ")
        agreed = set() if isinstance(entry, AskTakeBack) else set(self.agreed)
        agreed |= {person} if what == "agrees" else set()
        walk = Walk(table, (*self.done, name), agreed)
        if isinstance(entry, Undo | GoBack):
            mover = entry.seat
            gone = before[entry.moves :]
            walk.went_back = any(move.seat != mover for move in gone)
        return walk

    def others(self) -> set[str]:
        return {seat.person for seat in self.table.seats if seat.person} - {"ann"}


def all_walks(walk: Walk, names: dict[str, Command]) -> Iterator[Walk]:
    """Go on with every command that is not refused, in every order."""
    if len(walk.done) == DEPTH:
        return
    for name, command in names.items():
        longer = walk.then(name, command)
        if longer:
            yield longer
            yield from all_walks(longer, names)


def three_on_turn() -> Journal:
    """Ann, Ben and Cat, with Ann to move."""
    journal = Journal(*(Seat(occupant=who) for who in (ANN, BEN, CAT)))
    journal.enter(commands.start(journal.table, "ann"))
    for person in PEOPLE:
        journal.play(person)
    return journal


@pytest.mark.parametrize(("table", "people"), [(on_turn, ["ben"]), (three_on_turn, ["ben", "cat"])])
def test_in_no_order_of_leaving_returning_and_asking_is_a_reveal_taken_back_unagreed(
    table: Callable[[], Journal], people: list[str]
) -> None:
    names = dict(COMMANDS)
    for person in people:
        names |= of(person)
    start = Walk(table().table).then("draw", draw_blind)
    assert start is not None
    back = 0
    for walk in all_walks(start, names):
        if walk.went_back:
            assert walk.agreed == walk.others(), walk.done
            back += 1
    assert back > 0


def test_while_the_other_is_away_nothing_that_was_revealed_is_taken_back() -> None:
    journal = on_turn()
    journal.enter(draw_blind(journal.table))
    journal.enter(commands.leave(journal.table, "ben"))
    moves = journal.table.moves
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "others_away"
    journal.enter(commands.sit(journal.table, BEN))
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.answer_take_back(journal.table, "ben", agree=True))
    assert journal.table.moves < moves


def test_who_leaves_while_asked_has_not_agreed() -> None:
    journal = three_on_turn()
    journal.enter(draw_blind(journal.table))
    journal.enter(commands.ask_take_back(journal.table, "ann"))
    journal.enter(commands.leave(journal.table, "cat"))
    moves = journal.table.moves
    journal.enter(commands.answer_take_back(journal.table, "ben", agree=True))
    assert journal.table.moves == moves
    shown = view.show_take_back(journal.table)
    assert shown == {"seat": 0, "agreed": [1], "waited_for": [2]}
    journal.enter(commands.answer_take_back(journal.table, "cat", agree=True))
    assert journal.table.moves < moves


def test_where_nothing_was_revealed_the_bot_of_somebody_away_does_not_stand_in_the_way() -> None:
    journal = Journal(*(Seat(occupant=who) for who in (ANN, BEN)))
    journal.enter(commands.start(journal.table, "ann"))
    journal.play("ann")
    journal.enter(commands.leave(journal.table, "ben"))
    assert isinstance(commands.ask_take_back(journal.table, "ann"), GoBack)
    journal.enter(stand_in(journal.table))  # which shows what everybody has chosen
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "others_away"


def test_a_move_of_the_bot_of_somebody_away_reveals_something() -> None:
    journal = on_turn()
    for _ in range(2):
        journal.enter(draw_blind(journal.table))
    journal.enter(commands.leave(journal.table, "ben"))
    journal.enter(stand_in(journal.table))
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "others_away"


def test_who_is_away_does_not_ask() -> None:
    journal = on_turn()
    journal.enter(draw_blind(journal.table))
    journal.enter(commands.leave(journal.table, "ann"))
    assert code_of(lambda: commands.ask_take_back(journal.table, "ann")) == "away"


@pytest.mark.parametrize("others", [[Seat(bot="easy")], [Seat(occupant=ANN)]])
def test_at_a_table_without_other_people_anything_is_taken_back(others: list[Seat]) -> None:
    journal = Journal(Seat(occupant=ANN), *others)
    journal.enter(commands.start(journal.table, "ann"))
    play = partial(commands.play, journal.table, running(journal.table))
    for seat in (0, 1):
        journal.enter(play(seat, running(journal.table).legal(seat)[0]))
    journal.enter(draw_blind(journal.table))
    assert isinstance(commands.ask_take_back(journal.table, "ann", 0), GoBack)


def against_a_bot() -> Journal:
    """Ann has chosen her tickets and drawn a card; the bot has chosen, too."""
    journal = Journal(Seat(occupant=ANN), Seat(bot="easy"))
    journal.enter(commands.start(journal.table, "ann"))
    for seat in (0, 1):
        choice = running(journal.table).legal(seat)[0]
        journal.enter(commands.play(journal.table, running(journal.table), seat, choice))
    journal.enter(draw_blind(journal.table))
    return journal


def test_against_bots_alone_undo_goes_back_over_what_was_revealed() -> None:
    journal = against_a_bot()
    table, match = journal.table, running(journal.table)
    assert can_undo(table)
    journal.enter(commands.undo(table, "ann", table.version, whole_turn=False))
    assert match.why_not(match.game.parse_action("draw deck"), 0) is None
    assert can_undo(table)
    journal.enter(commands.undo(table, "ann", table.version, whole_turn=False))
    assert table.waited_for == [0, 1], "the choice of tickets is open again"
    assert not can_undo(table)
    code = code_of(lambda: commands.undo(table, "ann", table.version, whole_turn=False))
    assert code == "illegal"


def can_undo(table: Table) -> bool:
    return bool(view.update(table, view.viewer_of(table, "ann"))["position"]["can_undo"])


def test_a_whole_turn_against_bots_is_taken_back_over_its_cards() -> None:
    journal = against_a_bot()
    table = journal.table
    before = table.moves
    journal.enter(draw_blind(table))
    assert table.waited_for == [1]
    journal.enter(commands.undo(table, "ann", table.version, whole_turn=True))
    assert table.waited_for == [0]
    assert table.moves < before


def test_what_bots_do_meanwhile_makes_no_undo_stale_but_what_one_has_undone_does() -> None:
    journal = against_a_bot()
    table = journal.table
    journal.enter(draw_blind(table))
    seen = table.version
    action = running(table).legal(1)[0]
    journal.enter(commands.play(table, running(table), 1, action))
    journal.enter(commands.undo(table, "ann", seen, whole_turn=False))
    assert table.waited_for == [0]
    assert code_of(lambda: commands.undo(table, "ann", seen, whole_turn=False)) == "stale"
    code = code_of(lambda: commands.undo(table, "ann", table.version + 1, whole_turn=False))
    assert code == "no_such_version"


def test_a_bot_that_plays_for_somebody_who_left_does_not_make_undo_free() -> None:
    journal = on_turn()
    journal.enter(draw_blind(journal.table))
    journal.enter(commands.leave(journal.table, "ben"))
    assert not can_undo(journal.table)
