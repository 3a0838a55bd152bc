"""Playing in the terminal: how each game is drawn."""

from londinium.terminal import ticket_to_ride_london

DRAW = {"ticket_to_ride_london": ticket_to_ride_london.draw}
RULES = {"ticket_to_ride_london": ticket_to_ride_london.RULES}  # in short
