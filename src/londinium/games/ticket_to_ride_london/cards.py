"""Transport cards: the deck, the display and drawing (T2.2, T3.1 to T3.5, T5.3, T5.4)."""

import numpy as np

from londinium.bitset import NONE, ONE
from londinium.games.ticket_to_ride_london.board import (
    BUS,
    CARDS,
    COLOURS,
    SPACES,
)
from londinium.games.ticket_to_ride_london.state import (
    BLIND,
    DEAL_TICKETS,
    DRAW_DECK,
    FILL,
    NO_CARD,
    SECOND,
    TURN,
    State,
)
from londinium.games.ticket_to_ride_london.turn import end_turn
from londinium.jit import inlined, lsb, njit

BUS_ACTION = ONE << np.uint64(BUS)  # action DRAW + BUS as a bit of the first word
DECK_ACTION = ONE << np.uint64(DRAW_DECK)


@inlined
def face_up(s: State, card: int) -> int:
    """Count the spaces of the display with that card, or with NO_CARD."""
    count = 0
    for space in range(SPACES):
        count += s["display"][space] == card
    return count


@inlined
def first_space(s: State, card: int) -> int:
    """Return the lowest space of the display with that card, or with NO_CARD."""
    found = SPACES
    for i in range(SPACES):
        space = SPACES - 1 - i
        found = space if s["display"][space] == card else found
    return found


@inlined
def coloured_cards(s: State) -> int:
    """T3.5: count the coloured cards outside the hands."""
    count = 0
    for card in range(COLOURS):
        count += s["deck"][card] + s["discards"][card] + face_up(s, card)
    return count


@inlined
def settle_display(s: State) -> None:
    """Fill and renew the display as far as the rules ask (T2.2, T3.4, T3.5), then go on."""
    if face_up(s, NO_CARD) > 0 and can_draw_blind(s):
        s["phase"] = FILL
        return
    if face_up(s, BUS) >= 3 and coloured_cards(s) >= 3:
        for space in range(SPACES):
            s["discards"][s["display"][space]] += 1
            s["display"][space] = NO_CARD
        s["phase"] = FILL
        return
    go_on(s)


@inlined
def fill_space(s: State, card: int) -> None:
    """Put a card from the deck in the lowest empty space."""
    take_from_deck(s, card)
    s["display"][first_space(s, NO_CARD)] = card
    remember(s)
    settle_display(s)


@inlined
def discards_size(s: State) -> int:
    count = 0
    for card in range(len(CARDS)):
        count += s["discards"][card]
    return count


@njit
def can_draw_blind(s: State) -> bool:
    """T3.3: while the deck or the discards hold a card."""
    return s["deck_size"] > 0 or discards_size(s) > 0


@inlined
def take_from_deck(s: State, card: int) -> None:
    """T3.3: an empty deck is rebuilt from the discards when its next card is needed."""
    if s["deck_size"] == 0:
        for kind in range(len(CARDS)):
            s["deck"][kind] = s["discards"][kind]
            s["deck_size"] += s["discards"][kind]
            s["discards"][kind] = 0
    s["deck"][card] -= 1
    s["deck_size"] -= 1


@inlined
def give(s: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    s["hand"][seat, card] += 1
    s["hand_size"][seat] += 1


@inlined
def remember(s: State) -> None:
    """T5.4: with two seats an empty deck shows each the other's whole hand."""
    if s["seats"] == 2 and s["deck_size"] == 0:
        for seat in range(2):
            for card in range(len(CARDS)):
                s["shown"][seat, card] = s["hand"][seat, card]


@inlined
def drawable(s: State) -> np.uint64:
    """Return the actions that draw a card, as bits of the first word."""
    actions = NONE
    for space in range(SPACES):
        actions |= ONE << np.uint64(s["display"][space])
    return actions | DECK_ACTION if can_draw_blind(s) else actions & ~DECK_ACTION


@inlined
def draw(s: State, seat: int, action: int) -> None:
    """T3.1, T3.2: a first or a second card."""
    only_one = s["phase"] == SECOND or action == BUS
    s["then"] = TURN if only_one else SECOND
    if action == DRAW_DECK:
        s["phase"] = BLIND
        return
    take_face_up(s, seat, action)
    settle_display(s)


@inlined
def take_face_up(s: State, seat: int, card: int) -> None:
    """Take the card from the lowest space that shows it; everybody sees who has it (T5.3)."""
    s["display"][first_space(s, card)] = NO_CARD
    give(s, seat, card)
    s["seen_by_all"][seat, card] += 1
    s["shown"][seat, card] += 1


@inlined
def draw_blind(s: State, card: int) -> None:
    """T3.1: the top card of the deck."""
    take_from_deck(s, card)
    give(s, s["turn"], card)
    remember(s)
    go_on(s)


@inlined
def go_on(s: State) -> None:
    """Continue once the cards that were due have been dealt."""
    if s["then"] == DEAL_TICKETS:
        s["phase"] = DEAL_TICKETS
    elif s["then"] == SECOND:
        second_card(s)
    else:
        end_turn(s)


@inlined
def second_card(s: State) -> None:
    """T3.2, T3.4: ask for the second card; a lone possibility is taken without asking."""
    actions = drawable(s) & ~BUS_ACTION
    s["then"] = TURN
    if actions == 0:
        end_turn(s)
    elif actions == DECK_ACTION:
        s["phase"] = BLIND
    elif actions & (actions - ONE) == 0:
        # Deck and discards are empty: nothing fills the space, and T3.5 keeps the other cards.
        take_face_up(s, s["turn"], lsb(actions))
        end_turn(s)
    else:
        s["phase"] = SECOND
