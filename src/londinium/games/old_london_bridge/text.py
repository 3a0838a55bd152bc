"""Actions, outcomes, reasons and events as English text, and actions and outcomes back."""

import re
from collections.abc import Callable
from typing import Any

from londinium.game import Reason
from londinium.games.old_london_bridge.board import (
    CRESTS,
    MONEY_AT,
    NUMBERS,
    SCORINGS,
    STACK,
    TILES,
    TYPES,
    X,
)
from londinium.games.old_london_bridge.rules import outcome_count
from londinium.games.old_london_bridge.state import (
    ACTIONS,
    CARDS_OF,
    MARKER,
    MIXES,
    NO_CARD,
    PASS,
    PLACE,
    RAISE_CARD,
    REPLACE_NUMBER,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    TAKE,
    TAKE_MIX,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_KEEP_CARD,
    USE_LADY,
    State,
)
from londinium.parsing import find_name, normalise, quote

# A numbered building is written as its number, a park with its crest.
BUILDING_NAMES = (
    "-",
    *(str(number) for number in range(1, NUMBERS + 1)),
    *(f"park {crest}" for crest in CRESTS),
)
PILES = (
    "chapel scoring",
    "gate scoring",
    "inn scoring",
    "bridge scoring",
    "rondel",
    "stairs",
    "markers",
    *(f"{name} stack" for name in TYPES),
    *(f"bonus stack {stack}" for stack in (1, 2, 3)),
)


def cards_name(values: list[int]) -> str:
    return " + ".join(str(value) for value in values) or "nothing"


def _mix_name(mix: tuple[int, ...]) -> str:
    return cards_name([value for value in (4, 3, 2, 1) for _ in range(mix[value - 1])])


def _action_name(action: int) -> str:
    if action < USE_LADY:
        return f"play {cards_name([int(v) for v in CARDS_OF[action] if v != NO_CARD])}"
    if PLACE <= action < TAKE:
        kind = TYPES[(action - PLACE) % len(TYPES)]
        return f"{('place', 'centre', 'free centre')[(action - PLACE) // len(TYPES)]} {kind}"
    if TAKE <= action < PASS:
        return f"take tile {action - TAKE + 1}"
    if REPLACE_NUMBER <= action < TAKE_MIX:
        return f"replace {action - REPLACE_NUMBER + 1}"
    if action >= TAKE_MIX:
        return f"take {_mix_name(MIXES[action - TAKE_MIX])}"
    names = {
        USE_LADY: "use lady",
        RAISE_CARD: "raise first card",
        RAISE_CARD + 1: "raise second card",
        USE_CHAPEL_STEPS: "use chapel steps",
        USE_GATE_STEPS: "use gate steps",
        USE_KEEP_CARD: "use keep card",
        PASS: "pass",
    }
    return names[action]


PROMPTS = {
    "ladies": "Use lady tiles to take a 2 from the supply each, or use none.",
    "cards": "Choose a character card in secret.",
    "raise": "Raise your card with plus-one tiles, or leave it as it is.",
    "turn": "Use tiles if you like, then place your pawn beside a stack or in the centre.",
    "replace": "Choose the building that the new one replaces.",
    "take cards": "Take cards from the supply worth up to the strength of the inn.",
    "take tile": "Take one of the face-up bonus tiles.",
    "after": "Use chapel and gate step tiles, or end your turn.",
}
ACTION_NAMES = tuple(_action_name(action) for action in range(ACTIONS))
_ACTIONS = {normalise(name): action for action, name in enumerate(ACTION_NAMES)}


def _in_order(text: str) -> str:
    """Put the cards of a text into the order in which they are written, the highest first."""
    verb, _, cards = normalise(text).partition(" ")
    if verb not in ("play", "take") or not re.fullmatch(r"\d(?:[ +]+\d)*", cards):
        return normalise(text)
    values = sorted(re.findall(r"\d", cards), reverse=True)
    return f"{verb} {' + '.join(values)}"


def show_action(action: int) -> str:
    """Write an action, like `place chapel` or `take 3 + 2 + 1`."""
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    """Read what show_action writes; cards in any order."""
    if _in_order(text) not in _ACTIONS:
        raise ValueError(
            f"{quote(text)} is not an action; actions look like 'play 3', 'place chapel', "
            "'centre inn', 'replace 15', 'take 3 + 2 + 1', 'take tile 1', 'use lady' or 'pass'."
        )
    return _ACTIONS[_in_order(text)]


def _outcome_names(s: State) -> list[str]:
    phase, edition = int(s["phase"]), int(s["edition"])
    if phase == SCORING:
        return list(SCORINGS[s["at"]][1:])
    if phase == RONDEL:
        return [f"x at {x_stack_name(edition, turned)}" for turned in range(len(TYPES))]
    if phase == MARKER:
        return ["marker 1", "marker 2", "marker 3"]
    if phase == REVEAL:
        return [BUILDING_NAMES[b] for b in STACK[edition, s["stack"], : outcome_count(s)]]
    if phase == REVEAL_TILE:
        return list(TILES)
    return [f"seat {seat}" for seat in range(s["seats"])]


def x_stack_name(edition: int, turned: int) -> str:
    """Return the type whose stack is at the X when the rondel is turned so far."""
    return TYPES[list(MONEY_AT[edition, turned]).index(X)]


def show_outcome(s: State, outcome: int) -> str:
    """Write what chance does: `43`, `park blue`, `marker 2`, `lady`, `seat 0`."""
    return _outcome_names(s)[outcome]


def parse_outcome(s: State, text: str) -> int:
    """Read what show_outcome writes."""
    what = {SCORING: "scoring", RONDEL: "place of the x", MARKER: "marker"} | {
        REVEAL: "building of this stack",
        REVEAL_TILE: "bonus tile",
    }
    return find_name(_outcome_names(s), text, what.get(int(s["phase"]), "seat"))


# Reasons and events


def show_reason(reason: Reason) -> str:
    """Say in a sentence why an action is not legal."""
    return SENTENCES[reason.code].format(**reason.values)


SENTENCES = {
    "choose_cards_first": "Everyone is choosing cards now.",
    "answer_lady_first": "First use a lady tile, or pass.",
    "answer_raise_first": "First raise a card with a plus-one tile, or pass.",
    "place_first": "Place your pawn now, or use tiles first.",
    "replace_first": "First choose the building that {number} replaces.",
    "take_cards_first": "First choose which cards to take, if any.",
    "take_tile_first": "First choose one of the face-up bonus tiles.",
    "after_effect": "Your turn is nearly over: use step tiles, or pass.",
    "one_card": "Play one card.",
    "two_cards": "Play two cards.",
    "card_missing": "You do not have these cards: {cards}.",
    "second_card_alike": "Your two cards are the same: raise the first.",
    "no_second_card": "You have only one card on the table.",
    "tile_missing": "You have no {tile} tile to use; new tiles can be used from the next round.",
    "track_ended": "Your marker is on the last space of the {track} track.",
    "zero_comes_back": "A 0 returns to your hand anyway.",
    "already_kept": "You are already keeping this turn's card.",
    "stack_empty": "The {stack} stack is empty.",
    "own_pawn": "Your pawn is already there: it must move to another space.",
    "space_taken": "There is a pawn on that space, and you have no share tile to use.",
    "x_space": "The X is at the {stack} stack, and you have no x space tile to use.",
    "money_missing": "The centre costs £{cost}, and you have £{money}.",
    "can_still_place": "You may only pass when you cannot place your pawn without using a tile.",
    "not_on_bridge": "Building {number} is not on your bridge.",
    "out_of_order": "{new} cannot replace {number}: the numbers must fall from left to right.",
    "too_strong": "Your inn has strength {strength}, but these cards are worth {worth}.",
    "supply_short": "The supply does not have these cards.",
    "no_tile_there": "Bonus stack {stack} is empty.",
}


TOLD = {
    "scoring": "{category} scoring: {scoring}",
    "rondel": "the rondel starts with the X at the {x_at} stack",
    "stair": "seat {seat} starts on stair {stair}",
    "marker": "round {round}: the rondel turned by {spaces}",
    "top": "the {stack} stack shows {building}",
    "tile_top": "bonus stack {stack} shows {tile}",
    "choose": "seat {seat} has chosen",
    "reveal": "{cards}",
    "raise": "seat {seat} raised the {card} by {by}",
    "order": "the turn order is {seats}",
    "use": "seat {seat} used the {tile} tile",
    "return": "seat {seat} {back} the {card}",
    "place": "seat {seat} went to the {space} for the {stack} stack{money}",
    "pass": "seat {seat} did not place a pawn",
    "build": "seat {seat} built {building}{replaced}{strength}",
    "chapel": "seat {seat} moved from {from} to {to} on the chapel track{money}",
    "gate": "seat {seat} moved from {from} to {to} on the gate track{money}",
    "take_tile": "seat {seat} took the {tile} tile",
    "take_cards": "seat {seat} took {cards} from the supply",
    "earn": "seat {seat}{money} {for}",
    "end_round": "round {round} is over",
    "end": "the game is over",
}
EARNED_FOR = {
    "shop": "from the shop",
    "highest_card": "for the highest card",
    "first_on_chapel_track": "for leading on the chapel track",
    "first_on_gate_track": "for leading on the gate track",
    "lowest_number": "for building the lowest number of the round",
}


def _name_building(building: dict[str, Any]) -> str:
    crest = building["crests"][0]
    if building["number"] is None:
        return f"an {crest} park" if crest == "orange" else f"a {crest} park"
    if len(building["crests"]) > 1:
        return f"guild {building['number']}"
    return f"{building['type']} {building['number']} ({crest})"


def _name_money(event: dict[str, Any]) -> str:
    money = event["money"]
    if event["event"] == "earn":
        return f" got £{money}"
    return f" and got £{money}" if money > 0 else f" and paid £{-money}" if money < 0 else ""


def _name_cards(event: dict[str, Any]) -> str:
    if event["event"] == "take_cards":
        return cards_name(event["cards"][::-1])
    hands = (" and ".join(map(str, cards)) for cards in event["cards"])
    return ", ".join(f"seat {seat} played {cards}" for seat, cards in enumerate(hands))


# How values are written that are not what they say.
WRITTEN: dict[str, Callable[[dict[str, Any]], str]] = {
    "building": lambda event: _name_building(event["building"]),
    "cards": _name_cards,
    "for": lambda event: EARNED_FOR[event["for"]],
    "money": _name_money,
    "replaced": lambda event: (
        f" in place of {_name_building(event['replaced'])}" if event["replaced"] else ""
    ),
    "scoring": lambda event: event["scoring"].replace("_", " "),
    "seats": lambda event: ", ".join(f"seat {seat}" for seat in event["seats"]),
    "space": lambda event: "centre" if event["space"] == "centre" else "space",
    "strength": lambda event: f" with strength {event['strength']}" if event["strength"] else "",
}


def show_event(event: dict[str, Any]) -> str:
    """Say what happened; players are named by their seat."""
    written = {name: WRITTEN[name](event) for name in event if name in WRITTEN}
    written["back"] = "put back" if event.get("to") == "supply" else "took back"
    return TOLD[event["event"]].format(**{**event, **written})
