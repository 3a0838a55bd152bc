"""Heuristics: the estimated value of each action, for greedy play and for search."""

from londinium.games.ticket_to_ride_london.heuristics.actions import (
    action_values,
    prune,
    public_action,
)

__all__ = ["action_values", "prune", "public_action"]
