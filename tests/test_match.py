import numpy as np
import pytest

from londinium.dealer import Dealer
from londinium.game import CHANCE, OVER, SPECTATOR
from londinium.match import CannotUndo, IllegalMove, Match
from londinium.rng import below, new_rng

NAME = "ticket_to_ride_london"


def begun(seats: int = 2, seed: int = 1) -> Match:
    """A match whose first tickets are chosen."""
    match = Match.new(NAME, seats, seed)
    for _ in range(seats):
        match.play("keep both")
    return match


def finished(seats: int = 2, seed: int = 1) -> Match:
    match = Match.new(NAME, seats, seed)
    rng = new_rng("finished", seed)
    while not match.is_over:
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])
    return match


def test_a_new_match_is_dealt_and_asks_the_first_seat() -> None:
    match = Match.new(NAME, seats=3, seed=1)
    assert match.to_move == 0
    assert [move.seat for move in match.moves] == [CHANCE] * (3 * 2 + 5 + 3 * 2)


@pytest.mark.parametrize("name", ["ticket_to_ride_london", "old_london_bridge"])
def test_a_view_belongs_to_whoever_asked_for_it(name: str) -> None:
    match = Match.new(name, seats=2, seed=1)
    first, second = match.view(0), match.view(0)
    for player in first["players"]:
        for part in player.values():
            if isinstance(part, dict | list):
                part.clear()
    assert match.view(0) == second != first


def test_a_match_without_a_dealer_waits_for_the_caller_to_deal() -> None:
    match = Match(NAME, 2)
    assert match.to_move == CHANCE
    match.deal("blue")
    match.deal(6)
    assert match.show_move(1) == "deal bus"
    with pytest.raises(IllegalMove, match="Please wait for the deal"):
        match.play("draw deck")


def test_an_outcome_that_is_not_in_the_pile_is_refused_and_changes_nothing() -> None:
    match = Match(NAME, 2)
    before = match.state.copy()
    for outcome in (7, -1, "Big Ben - Tower of London"):
        with pytest.raises(ValueError, match=r"cannot come from the cards|is not a card"):
            match.deal(outcome)
    assert match.state == before
    assert not match.moves


def test_nothing_can_be_dealt_while_a_seat_is_to_move() -> None:
    with pytest.raises(ValueError, match="nothing to deal"):
        begun().deal("blue")


def test_several_seats_may_act_at_once_and_change_their_choice() -> None:
    match = Match.new(NAME, seats=3, seed=1)
    match.play("keep both", seat=2)
    assert match.to_move == 0
    assert [match.may_act(seat) for seat in range(3)] == [True, True, True]
    first = match.legal(2)[0]
    match.play(first, seat=2)
    match.play("keep both", seat=0)
    match.play("keep both", seat=1)
    assert [player["ticket_count"] for player in match.view()["players"]] == [2, 2, 1]


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    match = begun()
    before, moves = match.state.copy(), list(match.moves)
    with pytest.raises(IllegalMove) as refused:
        match.play("pass")
    assert refused.value.reason.code == "can_still_act"
    assert match.state == before
    assert match.moves == moves


def test_reasons_that_every_game_has() -> None:
    match = begun()
    codes = {
        "not_your_turn": match.why_not(0, seat=1),
        "no_such_seat": match.why_not(0, seat=7),
        "no_such_action": match.why_not(310),
        "game_over": finished().why_not(0),
        "waiting_for_chance": Match(NAME, 2).why_not(0),
    }
    for code, reason in codes.items():
        assert reason is not None
        assert reason.code == code
        assert match.show_reason(reason).endswith(".")
    assert match.why_not(match.legal()[0]) is None


def test_text_that_is_no_action_is_refused() -> None:
    with pytest.raises(ValueError, match="'draw purple' is not an action"):
        begun().play("draw purple")


def test_a_seat_that_may_not_act_has_no_legal_actions() -> None:
    assert begun().legal(1) == []
    assert finished().legal() == []


def test_the_legal_actions_of_a_seat_do_not_depend_on_what_was_asked_before() -> None:
    match = begun()
    legal = match.legal(0)
    assert not match.may_act(1)
    assert match.legal() == legal
    assert match.may_act(0)
    assert match.legal(1) == []


def test_a_pushed_action_is_dealt_out_like_one_that_is_played() -> None:
    pushed, played = begun(), begun()
    for _ in range(10):
        action, seat = played.legal()[0], played.to_move
        played.play(action)
        pushed.push(action, seat)
        assert pushed.moves == played.moves
        assert pushed.state == played.state


def test_the_wrong_number_of_seats_or_an_unknown_game_or_option_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        Match.new(NAME, seats=5)
    with pytest.raises(ValueError, match="no game 'chess'"):
        Match.new("chess")
    with pytest.raises(ValueError, match="no option 'colour'"):
        Match.new(NAME, colour="red")


def claim_without_chance(match: Match) -> None:
    claims = [action for action in match.legal() if match.game.show_action(action).startswith("cl")]
    match.play(claims[0])


def test_undo_takes_back_a_move_that_revealed_nothing() -> None:
    match = begun(seed=2)
    before = match.state.copy()
    claim_without_chance(match)
    assert match.to_move == 1
    match.undo(seat=0)
    assert match.state == before
    assert match.to_move == 0


def test_undo_never_crosses_a_chance_outcome() -> None:
    match = begun()
    match.play("draw deck")
    with pytest.raises(CannotUndo, match="dealt"):
        match.undo()


def test_undo_never_crosses_another_seats_move() -> None:
    match = begun(seed=2)
    claim_without_chance(match)
    claim_without_chance(match)
    with pytest.raises(CannotUndo, match="made by seat 1, not by seat 0"):
        match.undo(seat=0)


def test_a_choice_made_at_the_same_time_can_be_undone_until_it_reveals_the_others() -> None:
    match = Match.new(NAME, seats=2, seed=1)
    match.play("keep both", seat=1)
    match.undo(seat=1)
    match.play("keep both", seat=1)
    match.play("keep both", seat=0)
    with pytest.raises(CannotUndo, match="revealed"):
        match.undo(seat=0)


def test_the_end_of_the_game_cannot_be_undone_for_it_reveals_everything() -> None:
    for seed in range(30):
        match = finished(seed=seed)
        if match.moves[-1].seat != CHANCE:
            with pytest.raises(CannotUndo, match="The game is over"):
                match.undo()
            return
    pytest.fail("no match ended without a card being dealt")


def test_several_moves_in_a_row_can_be_asked_whether_they_can_be_undone() -> None:
    match = begun()
    match.play("draw deck")
    dealt = len(match.moves)
    assert match.why_not_undo(0, dealt).code == "dealt_since"  # type: ignore[union-attr]
    assert match.why_not_undo(0, dealt - 1) is None


def test_those_waited_for_are_those_who_have_not_chosen() -> None:
    match = Match.new(NAME, 3, 1)
    assert match.waited_for == match.acting == [0, 1, 2]
    match.play("keep both", 1)
    match.play("keep both", 1)
    assert match.waited_for == [0, 2]
    match.undo(1)
    assert match.waited_for == [0, 2]
    match.undo(1)
    assert match.waited_for == [0, 1, 2]
    for seat in range(3):
        match.play("keep both", seat)
    assert match.waited_for == [0]
    assert finished().waited_for == []


def test_a_match_that_is_rewound_and_played_again_is_dealt_the_same() -> None:
    match = finished()
    moves, states = list(match.moves), [match.at(n) for n in range(len(match.moves) + 1)]
    middle = next(n for n in range(30, len(moves)) if moves[n].seat != CHANCE)
    match.rewind(middle)
    assert match.moves == moves[:middle]
    assert match.state == states[middle]
    while len(match.moves) < len(moves):
        match.play(moves[len(match.moves)].action, moves[len(match.moves)].seat)
    assert match.moves == moves
    assert match.state == states[-1]


def test_a_match_catches_up_with_moves_that_were_kept() -> None:
    match = finished()
    again = Match.new(NAME, 2, 1)
    again.restore(match.moves[:60], match.at(60).tobytes())
    assert again.moves == match.moves[:60]
    while not again.is_over:
        again.play(match.moves[len(again.moves)].action)
    assert again.moves == match.moves
    with pytest.raises(ValueError, match="a different position"):
        Match.new(NAME, 2, 1).restore(match.moves[:60], match.at(59).tobytes())


def test_there_is_nothing_to_undo_in_a_match_without_moves() -> None:
    with pytest.raises(CannotUndo, match="no move"):
        Match(NAME, 2).undo()


def test_a_finished_match_has_winners_scores_and_places() -> None:
    match = finished(seats=3)
    assert match.to_move == OVER
    assert match.winners == [seat for seat in range(3) if match.places[seat] == 1]
    assert max(match.scores) == match.scores[match.winners[0]]
    assert begun().winners == []


def test_the_record_after_any_number_of_moves_can_be_had() -> None:
    match = finished()
    again = Match(NAME, 2)
    for number, (seat, action) in enumerate(match.moves):
        assert again.state == match.at(number)
        if seat == CHANCE:
            again.deal(action)
        else:
            again.play(action, seat)
    assert again.state == match.at(len(match.moves))


def test_a_record_of_a_time_or_for_a_seat_that_is_not_there_is_refused() -> None:
    match = begun()
    for moves in (-1, len(match.moves) + 1):
        with pytest.raises(ValueError, match="The match has 15 moves"):
            match.at(moves)
    with pytest.raises(ValueError, match="The match has 15 moves, not -1"):
        list(match.events(0, since=-1))
    for seat in (CHANCE, OVER, 2, 99):
        with pytest.raises(ValueError, match="There is no seat"):
            match.known(seat)
        assert match.legal(seat) == []
        assert not match.may_act(seat)


def test_a_record_that_was_given_away_cannot_change_the_match() -> None:
    match = begun()
    before = str(match)
    for moves in (len(match.moves), len(match.moves) - 1):
        for record in (match.at(moves), match.known(0, moves)):
            record["turn"] = 1
    assert str(match) == before
    match.rewind(len(match.moves) - 1)
    assert match.state["turn"] == 0


def test_numbers_of_numpy_are_numbers() -> None:
    match = begun()
    match.play(np.uint16(7), seat=np.int64(0))  # type: ignore[arg-type]
    assert type(match.moves[-2].action) is int
    assert type(match.moves[-2].seat) is int


def test_events_tell_each_viewer_only_what_it_may_know() -> None:
    match = begun()
    match.play("draw deck")
    mine, theirs = (
        [event["card"] for event in match.events(seat) if event["event"] == "draw"]
        for seat in (0, SPECTATOR)
    )
    assert mine[-1] is not None
    assert set(theirs) == {None}


def test_events_can_be_told_up_to_a_move() -> None:
    match = finished()
    parts = [list(match.events(0, n, n + 1)) for n in range(len(match.moves))]
    assert [event for part in parts for event in part] == list(match.events(0))


def test_a_match_prints_its_game_and_position() -> None:
    assert str(begun()).startswith("Ticket to Ride: London, move 15\nseats: 2\n")


def test_a_match_starts_from_a_position_in_text_or_as_a_record() -> None:
    table = Match.new("ticket_to_ride_london", 2, seed=3)
    table.play("keep both")
    for position in (table.game.show_state(table.state), table.state):
        match = Match.from_position("ticket_to_ride_london", position, Dealer.from_number(4))
        assert (match.seats, match.to_move, match.moves) == (2, 1, [])
        assert match.state == table.state
        match.play("keep both")
        assert match.to_move == 0
        assert match.at(0) == table.state
    assert table.to_move == 1


def test_a_match_from_a_position_has_the_options_of_its_record() -> None:
    options = {"chapel": "coins_again", "hands": "open"}
    table = Match.new("old_london_bridge", 2, seed=3, **options)
    match = Match.from_position(table.game, table.state)
    assert match.options == table.options
    assert match.options.items() >= options.items()


def test_a_position_that_no_game_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="too many blue cards"):
        Match.from_position("ticket_to_ride_london", "seat 0\n hand: 40 blue")
    with pytest.raises(ValueError, match="is a text or one of the game's state records"):
        Match.from_position("ticket_to_ride_london", Match.new("old_london_bridge").state)
    with pytest.raises(ValueError, match="is a text or one of the game's state records"):
        Match.from_position("ticket_to_ride_london", None)
