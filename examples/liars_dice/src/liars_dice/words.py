"""Actions, outcomes, reasons and events as English text, and actions and outcomes back."""

from typing import Any

from londinium.game import Fields, Reason, State, as_dict
from londinium.parsing import find_name, normalise

from liars_dice.knowledge import show_bid, spots
from liars_dice.rules import dice_in_play
from liars_dice.state import ACTIONS, BID, CHALLENGE, ENDED, FACES, NO_BID

Event = dict[str, Any]

PROMPTS = {"bid": "Bid higher than the last bid, or challenge it."}
REASONS = ("bid_too_low", "not_so_many_dice", "no_bid_to_challenge")


def _dice(count: int, face: int) -> str:
    """Write dice, like `3 fives`."""
    plural = "" if count == 1 else "es" if FACES[face] == "six" else "s"
    return f"{count} {FACES[face]}{plural}"


def _action_name(action: int) -> str:
    if action == CHALLENGE:
        return "challenge"
    return f"bid {_dice(action // len(FACES) + 1, action % len(FACES))}"


ACTION_NAMES = tuple(_action_name(action) for action in range(ACTIONS))
_ACTIONS = {"liar": CHALLENGE} | {
    spelling: action
    for action, name in enumerate(ACTION_NAMES)
    for spelling in (name, name.removeprefix("bid "))
}


def show_action(action: int) -> str:
    """Write an action, like `bid 3 fives`."""
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    """Read what show_action writes, or less of it: `3 fives`, `liar`."""
    action = _ACTIONS.get(normalise(text))
    if action is None:
        raise ValueError(f"{text.strip()!r} is not an action: say 'bid 3 fives' or 'challenge'.")
    return action


def show_outcome(s: State, outcome: int) -> str:
    """Write the face of a die that was rolled."""
    return FACES[outcome]


def parse_outcome(s: State, text: str) -> int:
    """Read what show_outcome writes."""
    return find_name(FACES, text, "face of a die")


def why_not(s: State, seat: int, action: int) -> Reason | None:
    """Return why the action is not legal for a seat that may act, or None if it is legal."""
    if action == CHALLENGE:
        return Reason("no_bid_to_challenge", {}) if s["bid"] == NO_BID else None
    if s["bid"] != NO_BID and action <= s["bid"]:
        return Reason("bid_too_low", {"bid": int(s["bid"])})
    dice = int(dice_in_play(s))
    return Reason("not_so_many_dice", {"dice": dice}) if action >= len(FACES) * dice else None


def show_reason(reason: Reason) -> str:
    """Say in a sentence why an action is not legal."""
    match reason.code:
        case "bid_too_low":
            last = ACTION_NAMES[int(reason.values["bid"])].removeprefix("bid ")
            return f"Bid more than {last}: more dice, or as many of a higher face."
        case "not_so_many_dice":
            return f"There are only {reason.values['dice']} dice in play."
    return "There is no bid to challenge yet."


def events(before: State, after: State) -> list[Event]:
    """Return what happened between two records that the same eyes saw, in order."""
    b, a = as_dict(before), as_dict(after)
    if b["phase"] == BID != a["phase"]:
        return _challenge(before, a)
    if a["bid"] != b["bid"]:
        return [{"event": "bid", "seat": a["bidder"], "bid": show_bid(a["bid"])}]
    return [
        {"event": "roll", "seat": seat, "hand": spots(a["hand"][seat])}
        for seat, dice in enumerate(a["dice"])
        if b["rolled"][seat] < a["rolled"][seat] == dice
    ]


def _challenge(before: State, a: Fields) -> list[Event]:
    """Return a challenge and what came of it."""
    b, loser, shown = as_dict(before), a["loser"], [spots(dice) for dice in a["shown"]]
    found: list[Event] = [
        {"event": "challenge", "seat": b["turn"], "bidder": b["bidder"], "bid": show_bid(b["bid"])},
        {"event": "reveal", "shown": shown[: a["seats"]]},
        {"event": "lose", "seat": loser, "left": a["dice"][loser]},
    ]
    if a["dice"][loser] == 0:
        found.append({"event": "out", "seat": loser})
    if a["phase"] == ENDED:
        found.append({"event": "win", "seat": a["turn"]})
    return found


def show_event(event: Event) -> str:
    """Say in a few words what happened; seats are numbered."""
    who = f"seat {event.get('seat')}"
    match event["event"]:
        case "roll":
            return f"{who} rolled {_show_hand(event['hand']) or 'in secret'}"
        case "bid":
            return f"{who} bid {_show_bid(event)}"
        case "challenge":
            return f"{who} challenged {_show_bid(event)} of seat {event['bidder']}"
        case "reveal":
            hands = [f"seat {seat}: {_show_hand(h)}" for seat, h in enumerate(event["shown"]) if h]
            return f"all dice were shown: {'; '.join(hands)}"
        case "lose":
            return f"{who} lost a die and has {event['left']} left"
    return f"{who} is out" if event["event"] == "out" else f"{who} won"


def _show_bid(event: Event) -> str:
    return _dice(event["bid"]["dice"], event["bid"]["spots"] - 1)


def _show_hand(hand: list[int]) -> str:
    return ", ".join(map(str, hand))
