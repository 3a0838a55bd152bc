"""The end of a turn and of the game (T2.4, T3.13, section 4 of the rules)."""

from londinium.games.ticket_to_ride_london.state import (
    ENDED,
    TURN,
    State,
)
from londinium.jit import inlined


@inlined
def next_seat(s: State) -> int:
    """T2.4: clockwise."""
    seat = s["turn"] + 1
    return 0 if seat == s["seats"] else seat


@inlined
def pass_turn(s: State) -> None:
    """T3.13: all seats passing in a row ends the game."""
    s["passes"] += 1
    if s["passes"] == s["seats"]:
        s["phase"] = ENDED
        return
    end_turn(s)


@inlined
def end_turn(s: State) -> None:
    """T4.1: two buses or fewer start the final round of one more turn each."""
    if s["last_turns"] > 0:
        s["last_turns"] -= 1
        if s["last_turns"] == 0:
            s["phase"] = ENDED
            return
    elif s["buses"][s["turn"]] <= 2:
        s["last_turns"] = s["seats"]
    s["turn"] = next_seat(s)
    s["phase"] = TURN
