"""Why an action is not legal now, as a code with its values."""

import numpy as np

from londinium.bitset import contains
from londinium.game import Reason
from londinium.games.old_london_bridge.board import (
    CENTRE_COST,
    CHAPEL_STEPS,
    FREE_CENTRE,
    GATE_STEPS,
    KEEP_CARD,
    NO_BUILDING,
    SHARE,
    TILES,
    TYPES,
    X_SPACE,
)
from londinium.games.old_london_bridge.rules import legal
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CARDS_OF,
    CENTRE,
    LADIES,
    MIX,
    NO_CARD,
    PASS,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE,
    PLAY_TWO,
    RAISE,
    RAISE_CARD,
    REPLACE,
    REPLACE_NUMBER,
    TAKE,
    TAKE_CARDS,
    TAKE_MIX,
    TAKE_TILE,
    TURN,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_KEEP_CARD,
    USE_LADY,
    WORDS,
    State,
)
from londinium.games.old_london_bridge.text import SENTENCES, cards_name

REASONS = tuple(SENTENCES)
# What is asked in a phase, for actions that are about something else.
ASKED = {
    LADIES: "answer_lady_first",
    CARDS: "choose_cards_first",
    RAISE: "answer_raise_first",
    TURN: "place_first",
    REPLACE: "replace_first",
    TAKE_CARDS: "take_cards_first",
    TAKE_TILE: "take_tile_first",
    AFTER: "after_effect",
}


def why_not(s: State, seat: int, action: int) -> Reason | None:
    """Return why the action is not legal for a seat that may act, or None if it is legal."""
    actions = np.zeros(WORDS, np.uint64)
    legal(s, seat, actions)
    if contains(actions, action):
        return None
    phase = int(s["phase"])
    if phase == CARDS and action < USE_LADY:
        return _why_not_play(s, action)
    if phase == RAISE and action == RAISE_CARD + 1:
        alone = s["played"][seat, 1] == NO_CARD
        return Reason("no_second_card" if alone else "second_card_alike", {})
    if phase in (TURN, AFTER) and action in (USE_CHAPEL_STEPS, USE_GATE_STEPS):
        return _why_not_steps(s, seat, action)
    if phase == TURN and (action in (USE_KEEP_CARD, PASS) or PLACE <= action < TAKE):
        return _why_not_turn(s, seat, action)
    if phase == REPLACE and REPLACE_NUMBER <= action < TAKE_MIX:
        return _why_not_replace(s, seat, action - REPLACE_NUMBER + 1)
    if phase == TAKE_CARDS and action >= TAKE_MIX:
        return _why_not_take(s, action - TAKE_MIX)
    if phase == TAKE_TILE and TAKE <= action < PASS:
        return Reason("no_tile_there", {"stack": action - TAKE + 1})
    return Reason(ASKED[phase], {"number": int(s["building"])} if phase == REPLACE else {})


def _why_not_play(s: State, action: int) -> Reason:
    if (action < PLAY_TWO) != (s["seats"] > 2):
        return Reason("one_card" if s["seats"] > 2 else "two_cards", {})
    values = [int(value) for value in CARDS_OF[action] if value != NO_CARD]
    return Reason("card_missing", {"cards": cards_name(values)})


def _why_not_steps(s: State, seat: int, action: int) -> Reason:
    """B5.10, B6.1"""
    tile = CHAPEL_STEPS if action == USE_CHAPEL_STEPS else GATE_STEPS
    if not s["tiles"][seat, tile]:
        return _tile_missing(tile)
    return Reason("track_ended", {"track": "chapel" if tile == CHAPEL_STEPS else "gate"})


def _tile_missing(tile: int) -> Reason:
    return Reason("tile_missing", {"tile": TILES[tile]})


def _why_not_turn(s: State, seat: int, action: int) -> Reason:
    if action == PASS:
        return Reason("can_still_place", {})
    if action == USE_KEEP_CARD:
        return _why_not_keep(s, seat)
    kind = (action - PLACE) % len(TYPES)
    outer = action < PLACE_CENTRE
    space = kind if outer else CENTRE
    if s["top"][kind] == NO_BUILDING:
        return Reason("stack_empty", {"stack": TYPES[kind]})
    if s["pawn"][seat] == space:
        return Reason("own_pawn", {})
    others = [s["pawn"][other] for other in range(s["seats"]) if other != seat]
    if space in others and not s["tiles"][seat, SHARE]:
        return Reason("space_taken", {})
    if outer and not s["tiles"][seat, X_SPACE]:
        return Reason("x_space", {"stack": TYPES[kind]})
    if action >= PLACE_FREE:
        return _tile_missing(FREE_CENTRE)
    return Reason("money_missing", {"cost": CENTRE_COST, "money": int(s["money"][seat])})


def _why_not_keep(s: State, seat: int) -> Reason:
    """B5.10"""
    if s["kept"]:
        return Reason("already_kept", {})
    if not s["tiles"][seat, KEEP_CARD]:
        return _tile_missing(KEEP_CARD)
    return Reason("zero_comes_back", {})


def _why_not_replace(s: State, seat: int, number: int) -> Reason:
    """B5.13"""
    if number not in s["bridge"][seat]:
        return Reason("not_on_bridge", {"number": number})
    return Reason("out_of_order", {"number": number, "new": int(s["building"])})


def _why_not_take(s: State, mix: int) -> Reason:
    """B5.19"""
    worth = sum(value * int(count) for value, count in enumerate(MIX[mix]))
    if worth > s["due"]:
        return Reason("too_strong", {"strength": int(s["due"]), "worth": worth})
    return Reason("supply_short", {})
