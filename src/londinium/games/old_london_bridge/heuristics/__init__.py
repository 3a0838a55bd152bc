"""Heuristics: the estimated value of each action, for greedy play and for search."""

from londinium.games.old_london_bridge.heuristics.actions import (
    action_values,
    prune,
    public_action,
)

__all__ = ["action_values", "prune", "public_action"]
