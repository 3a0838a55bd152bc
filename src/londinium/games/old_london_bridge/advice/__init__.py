"""Why an action is advised: what speaks for it, as codes with values, the weightiest first.

The weights are parts of what the heuristics weigh, in pounds. Nothing is read that the seat may not
know, so a redacted record and a whole one give the same reasons.
"""

from collections.abc import Iterator

from londinium.game import Count, Reason
from londinium.games.old_london_bridge.advice.cards import (
    of_a_mix,
    of_a_tile,
    of_cards,
    of_passing,
    of_raising,
    of_using,
    raised_card,
)
from londinium.games.old_london_bridge.advice.placing import (
    Merit,
    of_placing,
    of_replacing,
    of_steps,
)
from londinium.games.old_london_bridge.board import CHAPEL, GATE, STEPS, TILES
from londinium.games.old_london_bridge.state import (
    MIXES,
    NO_TILE,
    PASS,
    PLACE,
    RAISE_CARD,
    REPLACE_NUMBER,
    TAKE,
    TAKE_MIX,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_LADY,
    State,
)
from londinium.games.old_london_bridge.text import ACTION_NAMES

SENTENCES = {
    "shop_money": "the shop pays £{money}",
    "chapel_steps": "{n:step} on the chapel track",
    "chapel_coins": "{n:step} on the chapel track: passes £{money}",
    "gate_steps": "{n:step} on the gate track",
    "gate_tiles": "{n:step} on the gate track: takes {tiles:bonus tile}",
    "gate_end": "reaches the end of the gate track: £{money}",
    "inn_cards": "cards worth up to {n} from the supply",
    "every_crest": "counts as every crest for later buildings",
    "any_number_next": "after a park any number fits",
    "room_below": "leaves room for numbers below {number}",
    "longer_bridge": "makes your bridge {n:building} long",
    "space_money": "the space pays £{money}",
    "crest": "makes {n:{crest} crest} for later buildings",
    "denies": "seat {seat}, who is next, would take it",
    "counts_for": "counts for the scoring {scoring}",
    "overtakes": "comes before seat {seat} in the order",
    "surely_first": "nobody holds a higher card",
    "likely_first": "likely to have the first turn",
    "worth_being_early": "the {stack} stack is worth an early turn",
    "places_alike": "the places are worth about the same",
    "saves_card": "keeps the {card} for a later round",
    "zero_returns": "a 0 comes back to the hand",
    "early_cards": "a {card} for an early turn",
    "more_cards": "{n:card} for the rounds to come",
    "most_in_hand": "your hand is then worth the most",
    "tile_use": "{tile}",
    "tile_kept": "keeps the tile for later",
    "tile_pays": "an unused tile pays £{money} at the end",
    "card_returns": "the {card} comes back to the hand",
    "lady_card": "a {card} for your hand",
    "weak_hand": "your hand has no card above 1",
    "unused_tiles": "unused tiles are paid at the end",
    "no_gain": "raising would not change the order",
    "full_strength": "the new building has strength {n}",
    "end_stays": "{number} stays at the end of your bridge",
    "crests_left": "leaves you {n:{crest} crest}",
}
MERITS = tuple(SENTENCES)
TILE_USES = {
    "share": "lets your pawn go where another stands",
    "free centre": "lets your pawn go to the centre without paying",
    "x space": "lets your pawn go to the X",
    "keep card": "lets you keep a card that you have played",
    "chapel steps": "two steps on the chapel track, when you like",
    "gate steps": "two steps on the gate track, when you like",
    "plus one": "raises a card by 1",
    "lady": "gives a 2 before the cards are chosen",
}


def merits(known: State, seat: int, action: int) -> list[Reason]:
    """Return what speaks for a legal action of the seat, the weightiest first."""
    found = sorted(_weigh(known, seat, action), key=lambda merit: -merit[0])
    return [reason for _, reason in found]


def _weigh(known: State, seat: int, action: int) -> Iterator[Merit]:
    if action < USE_LADY:
        return of_cards(known, seat, action)
    if action == PASS:
        return of_passing(known, seat)
    if PLACE <= action < TAKE:
        return of_placing(known, seat, action)
    if TAKE <= action < PASS:
        return of_a_tile(known, seat, int(known["tile_top"][action - TAKE]))
    if action >= TAKE_MIX:
        return of_a_mix(known, seat, MIXES[action - TAKE_MIX])
    if action >= REPLACE_NUMBER:
        return of_replacing(known, seat, action - REPLACE_NUMBER + 1)
    if RAISE_CARD <= action < USE_CHAPEL_STEPS:
        return of_raising(known, seat, action - RAISE_CARD)
    if action in (USE_CHAPEL_STEPS, USE_GATE_STEPS):
        return of_steps(known, seat, CHAPEL if action == USE_CHAPEL_STEPS else GATE, STEPS, 1.0)
    return of_using(known, seat, action)


def show_merit(reason: Reason) -> str:
    """Say in a few words what speaks for an action."""
    named = {k: Count(v) if isinstance(v, int) else v for k, v in reason.values.items()}
    if "scoring" in named:
        named["scoring"] = str(named["scoring"]).replace("_", " ")
    if "tile" in named:
        named["tile"] = TILE_USES[str(named["tile"])]
    return SENTENCES[reason.code].format(**named)


def name_action(known: State, seat: int, action: int) -> str:
    """Write an action by the things it is about, not by where they lie."""
    if TAKE <= action < PASS and known["tile_top"][action - TAKE] != NO_TILE:
        return f"take the {TILES[known['tile_top'][action - TAKE]]} tile"
    if RAISE_CARD <= action < USE_CHAPEL_STEPS:
        return f"raise the {raised_card(known, seat, action - RAISE_CARD)}"
    return ACTION_NAMES[action]
