"""The contract: who acts, what is legal, what it does, and what chance does.

docs/rules/ticket_to_ride_london.md numbers the rules. Functions trust their arguments: `Match`
checks. `s` is a STATE record. The rules are in setup.py, cards.py, claims.py, tickets.py, turn.py.
"""

from londinium.bitset import Words, insert, is_empty
from londinium.game import CHANCE, OVER
from londinium.games.ticket_to_ride_london.board import (
    CARDS,
    TICKETS,
)
from londinium.games.ticket_to_ride_london.cards import (
    BUS_ACTION,
    discards_size,
    draw,
    draw_blind,
    drawable,
    fill_space,
)
from londinium.games.ticket_to_ride_london.claims import claim, claims
from londinium.games.ticket_to_ride_london.setup import choose, deal_card, deal_ticket
from londinium.games.ticket_to_ride_london.state import (
    BLIND,
    CHOOSE,
    CLAIM,
    DEAL_CARDS,
    DEAL_TICKETS,
    DRAW_DECK,
    DRAW_TICKETS,
    ENDED,
    FILL,
    IN_DECK,
    KEEP,
    KEEP_BOTH,
    NO_TICKET,
    NOT_YET,
    OFFER,
    OFFERED,
    PASS,
    SECOND,
    TURN,
    WORDS,
    State,
)
from londinium.games.ticket_to_ride_london.tickets import keep, offer_ticket, tickets_left
from londinium.games.ticket_to_ride_london.turn import end_turn, pass_turn
from londinium.jit import inlined, njit


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
    """Apply a legal action."""
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
    """Count the cards of a kind (or return whether the ticket is one) that chance may draw now."""
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
