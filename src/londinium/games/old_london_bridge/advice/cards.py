"""What speaks for cards and bonus tiles: those that are played, taken, used and kept."""

from collections.abc import Iterator

from londinium.game import Reason
from londinium.games.old_london_bridge.advice.placing import (
    Merit,
    of_steps,
    others_of,
    weigh_buildings,
)
from londinium.games.old_london_bridge.board import (
    CENTRE_COST,
    CHAPEL,
    CHAPEL_STEPS,
    FOR_GATE,
    FOR_INN,
    GATE,
    GATE_STEPS,
    HIGHEST_CARD,
    MONEY_AT,
    PRINTED,
    STEPS,
    TILES,
    TYPES,
    UNUSED_TILES,
    X,
)
from londinium.games.old_london_bridge.heuristics.parts import cards_expected_before
from londinium.games.old_london_bridge.heuristics.tables import TILE, UNUSED_TILE, USE
from londinium.games.old_london_bridge.state import (
    CARDS_OF,
    NO_CARD,
    RAISE,
    USE_LADY,
    State,
)

ALIKE = 1.0  # pounds: places that differ by less are about the same
LADY_CARD = 2  # B6.2
EARLY = 0.5  # cards of others that are expected before a turn that is likely the first


# Cards


def of_cards(known: State, seat: int, action: int) -> Iterator[Merit]:
    """B4.3: an early turn, or cards for later rounds."""
    cards = [int(card) for card in CARDS_OF[action] if card != NO_CARD]
    high, hand = cards[0], known["hand"][seat]
    if high == 0:
        yield 0.3, Reason("zero_returns", {})
    left = [card for card in range(high + 1, HIGHEST_CARD + 1) if hand[card] > 0]
    use = USE[known["seats"]]
    best, third, turns = _best_places(known, seat)
    if left and turns > 0:
        worth = float(use[left[-1]] - use[high])
        yield worth, Reason("saves_card", {"card": left[-1]})
        if best[0] - third < ALIKE:
            yield ALIKE - (best[0] - third), Reason("places_alike", {})
    before = float(cards_expected_before(known, seat, high))
    if not _holds_more(known, seat, high):
        yield best[0] - third, Reason("surely_first", {})
    elif before < EARLY:
        yield (best[0] - third) * (1 - before), Reason("likely_first", {})
    is_early = before < EARLY or (not left and high > 0)
    if is_early and best[0] - third >= ALIKE:
        yield (best[0] - third) / 2, Reason("worth_being_early", {"stack": TYPES[int(best[1])]})


def _best_places(known: State, seat: int) -> tuple[tuple[float, int], float, int]:
    """Return the best stack with its worth, the worth of the third best, and the turns left."""
    parts, turns = weigh_buildings(known, seat)
    money = MONEY_AT[known["edition"], known["rondel"]]
    worth = sorted(
        (
            float(parts[stack].sum()) + (-CENTRE_COST if money[stack] == X else int(money[stack])),
            stack,
        )
        for stack in range(len(TYPES))
        if known["top"][stack]
    )[::-1]
    return worth[0], worth[min(2, len(worth) - 1)][0], turns


def _holds_more(known: State, seat: int, card: int) -> bool:
    """Say whether another's hand has a card that comes before a card of the seat."""
    for other in others_of(known, seat):
        first = card if known["rank"][other] < known["rank"][seat] else card + 1
        if known["hand"][other, first:].any():
            return True
    return False


def of_a_mix(known: State, seat: int, mix: tuple[int, ...]) -> Iterator[Merit]:
    """B5.19: cards for later rounds, and the value of the hand in the end."""
    use = USE[known["seats"]] * (weigh_buildings(known, seat)[1] > 0)
    high = max((value for value in range(1, HIGHEST_CARD + 1) if mix[value - 1]), default=0)
    if high >= HIGHEST_CARD - 1 and use[high] > 0:
        yield float(use[high]), Reason("early_cards", {"card": high})
    if sum(mix) > 1 and use[high] > 0:
        worth = sum(float(use[value]) * mix[value - 1] for value in range(1, HIGHEST_CARD + 1))
        yield worth / 2, Reason("more_cards", {"n": sum(mix)})
    added = sum(value * mix[value - 1] for value in range(1, HIGHEST_CARD + 1))
    before, after = hand_total(known, seat), hand_total(known, seat) + added
    most = max(hand_total(known, other) for other in others_of(known, seat))
    if known["scoring"][FOR_INN] == PRINTED and before <= most < after:
        yield 1.0, Reason("most_in_hand", {})


def hand_total(known: State, seat: int) -> int:
    """Return the value of all cards in hand (B7.4)."""
    return sum(value * int(count) for value, count in enumerate(known["hand"][seat]))


def of_raising(known: State, seat: int, which: int) -> Iterator[Merit]:
    """B4.4: whose card comes after the raised one."""
    value = raised_card(known, seat, which)
    for other in others_of(known, seat):
        for card in range(2):
            theirs = raised_card(known, other, card)
            if known["played"][other, card] == NO_CARD:
                continue
            ahead = known["rank"][other] < known["rank"][seat]
            if _comes_first(theirs, value, ahead) and not _comes_first(theirs, value + 1, ahead):
                yield 1.0, Reason("overtakes", {"seat": other})
                return


def _comes_first(theirs: int, own: int, ahead: bool) -> bool:
    return theirs > own or (theirs == own and ahead)


def raised_card(known: State, seat: int, which: int) -> int:
    """Return the value of a card on the table, with what plus-one tiles have added."""
    return int(known["played"][seat, which]) + int(known["raised"][seat, which])


# Bonus tiles


def of_a_tile(known: State, seat: int, tile: int) -> Iterator[Merit]:
    """B5.17, B6.2: what a tile will do."""
    _, turns = weigh_buildings(known, seat)
    yield float(TILE[turns, tile]), Reason("tile_use", {"tile": TILES[tile]})
    if tile in (CHAPEL_STEPS, GATE_STEPS) and turns > 0:
        kind = CHAPEL if tile == CHAPEL_STEPS else GATE
        yield from of_steps(known, seat, kind, STEPS, 1.0)
    yield from _of_unused(known, turns)


def _of_unused(known: State, turns: int) -> Iterator[Merit]:
    """B7.7, B8.9"""
    if known["scoring"][FOR_GATE] == UNUSED_TILES:
        yield UNUSED_TILE, Reason("unused_tiles", {})
    elif turns == 0:
        yield 1.0, Reason("tile_pays", {"money": 1})


def of_using(known: State, seat: int, action: int) -> Iterator[Merit]:
    """B4.2, B6.2: a lady, or the card of this turn that is kept."""
    if action == USE_LADY:
        hand = known["hand"][seat]
        yield 1.0, Reason("lady_card", {"card": LADY_CARD})
        if not hand[2:].any():
            yield 2.0, Reason("weak_hand", {})
        return
    card = int(known["played"][seat, known["order_card"][known["at"]]])
    yield float(USE[known["seats"], card]), Reason("card_returns", {"card": card})


def of_passing(known: State, seat: int) -> Iterator[Merit]:
    """A tile that is not used stays."""
    _, turns = weigh_buildings(known, seat)
    cards = [which for which in range(2) if known["played"][seat, which] != NO_CARD]
    gains = any(list(of_raising(known, seat, which)) for which in cards)
    if known["phase"] == RAISE and not gains:
        yield 2.0, Reason("no_gain", {})
    if known["tiles"][seat].any():
        if turns > 0:
            yield 1.0, Reason("tile_kept", {})
        yield from _of_unused(known, turns)
