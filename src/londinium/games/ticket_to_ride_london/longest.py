"""How long a game can be at most."""

from londinium.game import GameLength
from londinium.games.ticket_to_ride_london.board import BUSES, CARD_COUNT, ROUTES, SPACES, TICKETS

# T2.2 sets no limit to how often the display is cleared in a game; more is beyond all likelihood.
MAX_CLEARED = 1000


def longest(seats: int) -> GameLength:
    """Count what the material allows: a card drawn is held at the end, or paid for a bus."""
    buses, tickets = BUSES * seats, len(TICKETS)
    drawn = int(CARD_COUNT.sum()) + buses  # each by a decision, with a chance event
    claims = min(buses, len(ROUTES))
    passes = seats * (claims + 1)  # who passes can draw nothing: only a claim comes between
    return GameLength(
        # First tickets, cards, claims, and two for each draw of tickets, one of which is kept.
        decisions=seats + drawn + claims + 2 * tickets + passes,
        # First tickets, cards, tickets, the display.
        chance_events=2 * seats + drawn + 2 * tickets + SPACES * (1 + MAX_CLEARED),
    )
