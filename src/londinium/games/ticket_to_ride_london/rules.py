"""The rules, in the order of the rulebook; docs/rules/ticket_to_ride_london.md numbers them.

Functions trust their arguments: `Match` checks. `s` is a STATE record.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import NONE, ONE, Words, insert, is_empty
from londinium.game import CHANCE, OVER
from londinium.games.ticket_to_ride_london.board import (
    BLACK,
    BLUE,
    BUS,
    BUSES,
    CARD_COUNT,
    CARDS,
    COLOURS,
    GREEN,
    LENGTH,
    NO_ROUTE,
    ORANGE,
    PINK,
    ROUTE_POINTS,
    ROUTES,
    SPACES,
    TICKETS,
    TWIN,
    YELLOW,
)
from londinium.games.ticket_to_ride_london.state import (
    AFFORDABLE,
    AT_FIRST_OPEN,
    BLIND,
    BOTH,
    CHOOSE,
    CLAIM,
    CLAIM_BUSES,
    CLAIM_CARDS,
    CLAIM_COLOUR,
    CLAIM_ROUTE,
    CLAIMS_OF,
    DEAL_CARDS,
    DEAL_TICKETS,
    DRAW_DECK,
    DRAW_TICKETS,
    ENDED,
    FILL,
    IN_DECK,
    KEEP,
    KEEP_BOTH,
    KEEP_DRAWN,
    MOST_SEATS,
    NO_CARD,
    NO_TICKET,
    NOBODY,
    NOT_YET,
    OFFER,
    OFFERED,
    PASS,
    PAYABLE,
    SECOND,
    TURN,
    UNDER_DECK,
    WORDS,
    State,
)
from londinium.jit import inlined, lsb, njit

BUS_ACTION = ONE << np.uint64(BUS)  # action DRAW + BUS as a bit of the first word
DECK_ACTION = ONE << np.uint64(DRAW_DECK)


# 2 Set-up


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """Lay out the material; chance then deals (T1, T2.1)."""
    s["seats"] = seats
    s["phase"] = DEAL_CARDS
    s["then"] = DEAL_TICKETS
    s["turn"] = 0
    s["last_turns"] = 0
    s["passes"] = 0
    s["deck_size"] = 0
    for card in range(len(CARDS)):
        s["deck"][card] = CARD_COUNT[card]
        s["deck_size"] += CARD_COUNT[card]
        s["discards"][card] = 0
    for space in range(SPACES):
        s["display"][space] = NO_CARD
    for route in range(len(ROUTES)):
        s["owner"][route] = NOBODY
    s["ticket_deck_size"] = len(TICKETS)
    s["under_size"] = 0
    for ticket in range(len(TICKETS)):
        s["place"][ticket] = IN_DECK
        s["under"][ticket] = NO_TICKET
        s["under_by"][ticket] = NOBODY
    for seat in range(MOST_SEATS):
        new_seat(s, seat, seat < seats)


@inlined
def new_seat(s: State, seat: int, taken: bool) -> None:
    """T1.1: 17 buses and no points; a seat nobody takes has nothing and may claim nothing."""
    s["buses"][seat] = BUSES if taken else 0
    s["points"][seat] = 0
    s["hand_size"][seat] = 0
    s["tickets"][seat] = 0
    s["offered"][seat] = 0
    s["choice"][seat] = NOT_YET
    for card in range(len(CARDS)):
        s["hand"][seat, card] = 0
        s["known"][seat, card] = 0
        s["shown"][seat, card] = 0
    for w in range(WORDS):
        s["open"][seat, w] = AT_FIRST_OPEN[w] if taken else NONE


@inlined
def deal_card(s: State, card: int) -> None:
    """T2.1: two cards to each seat, then the display."""
    seat = s["turn"]
    take_from_deck(s, card)
    give(s, seat, card)
    if s["hand_size"][seat] == 2:
        s["turn"] = next_seat(s)
        if s["turn"] == 0:
            s["phase"] = FILL


@inlined
def deal_ticket(s: State, ticket: int) -> None:
    """T2.3: two tickets to each seat, then all choose."""
    seat = s["turn"]
    show_ticket(s, seat, ticket)
    if s["offered"][seat] == 2:
        s["turn"] = next_seat(s)
        if s["turn"] == 0:
            s["phase"] = CHOOSE


@inlined
def choose(s: State, seat: int, answer: int) -> None:
    """T2.3: a seat answers; when the last has, tickets not kept go under the deck in seat order."""
    s["choice"][seat] = answer
    for other in range(s["seats"]):
        if s["choice"][other] == NOT_YET:
            return
    for other in range(s["seats"]):
        keep(s, other, s["choice"][other])
        s["choice"][other] = NOT_YET
    s["phase"] = TURN


# The display and the deck


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
    """A card of the deck goes to the lowest empty space."""
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
    """T3.3: an empty deck is made anew of the discards when its next card is needed."""
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


# 3 A turn: draw transport cards


@inlined
def drawable(s: State) -> np.uint64:
    """The actions that draw a card, as bits of the first word."""
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
    s["known"][seat, card] += 1
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
    """The cards that were due are dealt: what follows?"""
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


# 3 A turn: claim a route


@inlined
def claims(s: State, seat: int, actions: Words) -> None:
    """T3.6-T3.8: the claims that are open to the seat, affordable in buses and payable in cards."""
    hand = s["hand"][seat]
    blue = PAYABLE[BLUE, hand[BLUE], hand[BUS]]
    green = PAYABLE[GREEN, hand[GREEN], hand[BUS]]
    black = PAYABLE[BLACK, hand[BLACK], hand[BUS]]
    pink = PAYABLE[PINK, hand[PINK], hand[BUS]]
    yellow = PAYABLE[YELLOW, hand[YELLOW], hand[BUS]]
    orange = PAYABLE[ORANGE, hand[ORANGE], hand[BUS]]
    affordable = AFFORDABLE[s["buses"][seat]]
    for w in range(WORDS):
        payable = blue[w] | green[w] | black[w] | pink[w] | yellow[w] | orange[w]
        actions[w] = payable & s["open"][seat, w] & affordable[w]


@inlined
def claim(s: State, seat: int, payment: int) -> None:
    """T3.7-T3.9: place the buses, discard the cards, score."""
    route = CLAIM_ROUTE[payment]
    length = LENGTH[route]
    s["owner"][route] = seat
    s["buses"][seat] -= length
    s["points"][seat] += ROUTE_POINTS[length]
    if CLAIM_CARDS[payment] > 0:
        pay(s, seat, CLAIM_COLOUR[payment], CLAIM_CARDS[payment])
    if CLAIM_BUSES[payment] > 0:
        pay(s, seat, BUS, CLAIM_BUSES[payment])
    close_route(s, seat, route)
    s["then"] = TURN
    settle_display(s)


@inlined
def pay(s: State, seat: int, card: int, count: int) -> None:
    """T3.8: discard cards; those that others know of count as spent first (T5.3)."""
    s["hand"][seat, card] -= count
    s["hand_size"][seat] -= count
    s["discards"][card] += count
    s["known"][seat, card] -= min(s["known"][seat, card], count)
    s["shown"][seat, card] -= min(s["shown"][seat, card], count)


@inlined
def close_route(s: State, seat: int, route: int) -> None:
    """T3.10: the lane is taken; its twin is for the others, with two seats for nobody."""
    twin = TWIN[route]
    twin_stays = s["seats"] > 2 and twin != NO_ROUTE and s["owner"][twin] == NOBODY
    for other in range(s["seats"]):
        close(s, other, route)
        if twin_stays and other != seat:
            open_up(s, other, twin)
        else:
            close(s, other, twin)


@inlined
def close(s: State, seat: int, route: int) -> None:
    for w in range(WORDS):
        s["open"][seat, w] &= ~CLAIMS_OF[route, w]


@inlined
def open_up(s: State, seat: int, route: int) -> None:
    for w in range(WORDS):
        s["open"][seat, w] |= CLAIMS_OF[route, w]


# 3 A turn: draw tickets


@inlined
def tickets_left(s: State) -> int:
    return s["ticket_deck_size"] + s["under_size"]


@inlined
def show_ticket(s: State, seat: int, ticket: int) -> None:
    """T3.11: the top ticket is offered to a seat; those put under the deck come last, in order."""
    s["place"][ticket] = OFFERED + seat
    s["offered"][seat] += 1
    if s["ticket_deck_size"] > 0:
        s["ticket_deck_size"] -= 1
        return
    for i in range(s["under_size"]):
        last = i + 1 == s["under_size"]
        s["under"][i] = NO_TICKET if last else s["under"][i + 1]
        s["under_by"][i] = NOBODY if last else s["under_by"][i + 1]
    s["under_size"] -= 1


@inlined
def offer_ticket(s: State, ticket: int) -> None:
    """T3.11: two tickets to choose from; a lone last ticket is kept without asking."""
    seat = s["turn"]
    show_ticket(s, seat, ticket)
    if s["offered"][seat] == 2:
        s["phase"] = KEEP_DRAWN
    elif tickets_left(s) == 0:
        keep(s, seat, BOTH)
        end_turn(s)


@inlined
def keep(s: State, seat: int, answer: int) -> None:
    """T2.3, T3.11: keep the offered tickets that the answer names, put the other under the deck."""
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] != OFFERED + seat:
            continue
        if answer == BOTH or answer == 1 + ticket:
            s["place"][ticket] = seat
            s["tickets"][seat] += 1
        else:
            s["place"][ticket] = UNDER_DECK
            s["under"][s["under_size"]] = ticket
            s["under_by"][s["under_size"]] = seat
            s["under_size"] += 1
    s["offered"][seat] = 0


# 3 A turn: its end, and 4 the end of the game


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


# The contract


@njit
def to_move(s: State) -> int:
    """Return the seat that acts next, CHANCE or OVER."""
    if s["phase"] <= OFFER:
        return CHANCE
    if s["phase"] == ENDED:
        return OVER
    if s["phase"] == CHOOSE:
        seat = 0
        while s["choice"][seat] != NOT_YET:
            seat += 1
        return seat
    return s["turn"]


@njit
def may_act(s: State, seat: int) -> bool:
    """T2.3: in phase CHOOSE every seat may, and may change its answer until the last is in."""
    return 0 <= seat < s["seats"] and (s["phase"] == CHOOSE or to_move(s) == seat)


@njit
def legal(s: State, seat: int, actions: Words) -> None:
    """Write the set of the seat's legal actions (the seat may act)."""
    if s["phase"] == TURN:
        claims(s, seat, actions)
        actions[0] |= drawable(s)
        if tickets_left(s) > 0:
            insert(actions, DRAW_TICKETS)
        elif is_empty(actions):
            insert(actions, PASS)
        return
    for w in range(WORDS):
        actions[w] = 0
    if s["phase"] == SECOND:
        actions[0] = drawable(s) & ~BUS_ACTION
        return
    for ticket in range(len(TICKETS)):
        if s["place"][ticket] == OFFERED + seat:
            insert(actions, KEEP + ticket)
    insert(actions, KEEP_BOTH)


@njit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    if action == PASS:
        pass_turn(s)
        return
    s["passes"] = 0
    if action <= DRAW_DECK:
        draw(s, seat, action)
    elif action < DRAW_TICKETS:
        claim(s, seat, action - CLAIM)
    elif action == DRAW_TICKETS:
        s["phase"] = OFFER
    elif s["phase"] == CHOOSE:
        choose(s, seat, action - KEEP + 1)
    else:
        keep(s, seat, action - KEEP + 1)
        end_turn(s)


@inlined
def deals_tickets(s: State) -> bool:
    return s["phase"] == OFFER or s["phase"] == DEAL_TICKETS


@njit
def outcome_count(s: State) -> int:
    return len(TICKETS) if deals_tickets(s) else len(CARDS)


@njit
def total_weight(s: State) -> int:
    """Count the cards or tickets one of which chance will draw."""
    if deals_tickets(s):
        return 1 if s["ticket_deck_size"] == 0 else s["ticket_deck_size"]
    return s["deck_size"] if s["deck_size"] > 0 else discards_size(s)


@njit
def weight(s: State, outcome: int) -> int:
    """Count the cards of a kind (or tell whether the ticket is one) that chance may draw now."""
    if deals_tickets(s):
        if s["ticket_deck_size"] == 0 and s["under"][0] != NO_TICKET:
            return s["under"][0] == outcome
        return s["place"][outcome] == IN_DECK
    return s["deck"][outcome] if s["deck_size"] > 0 else s["discards"][outcome]


@njit
def deal(s: State, outcome: int) -> None:
    """Let chance give the card or ticket."""
    if s["phase"] == FILL:
        fill_space(s, outcome)
    elif s["phase"] == BLIND:
        draw_blind(s, outcome)
    elif s["phase"] == OFFER:
        offer_ticket(s, outcome)
    elif s["phase"] == DEAL_CARDS:
        deal_card(s, outcome)
    else:
        deal_ticket(s, outcome)


@njit
def pile(s: State) -> int:
    """Return which pile chance draws from: 0 the cards, 1 the tickets."""
    return 1 if deals_tickets(s) else 0
