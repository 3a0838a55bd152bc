"""Ticket to Ride: London, for 2 to 4 players."""

from londinium.game import Game, register
from londinium.games.ticket_to_ride_london import (
    events,
    heuristics,
    knowledge,
    longest,
    material,
    position,
    reasons,
    rules,
    score,
    setup,
    state,
    text,
    view,
)
from londinium.games.ticket_to_ride_london.board import TICKETS

GAME = register(
    Game(
        name="ticket_to_ride_london",
        title="Ticket to Ride: London",
        rules_version=1,
        seats=range(2, state.MAX_SEATS + 1),
        state=state.STATE,
        actions=state.ACTIONS,
        max_outcomes=len(TICKETS),
        piles=("cards", "tickets"),
        observation=knowledge.OBSERVATION,
        package=__name__,
        longest=longest.longest,
        view=view.view,
        events=events.events,
        why_not=reasons.why_not,
        reasons=reasons.REASONS,
        show_action=text.show_action,
        parse_action=text.parse_action,
        show_outcome=text.show_outcome,
        parse_outcome=text.parse_outcome,
        show_state=position.show_state,
        parse_state=position.parse_state,
        show_reason=text.show_reason,
        show_event=text.show_event,
        prompts=text.PROMPTS,
        material=material.material,
    ),
    setup,
    rules,
    score,
    knowledge,
    heuristics,
)
