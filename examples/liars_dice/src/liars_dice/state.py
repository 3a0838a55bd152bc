"""A position as one record of small integers, the phases of a round, and the numbered actions."""

import numpy as np
from londinium.game import GameLength, Option

MOST_SEATS = 6
FACES = ("one", "two", "three", "four", "five", "six")
ONE = 0  # the number of a face is one less than its spots
OPTIONS = (Option("dice", ("five", "three")), Option("ones_wild", ("yes", "no")))
DICE = np.array([5, 3], dtype=np.uint8)  # by value of the option `dice`: what each seat begins with
MOST_DICE = MOST_SEATS * int(DICE.max())

ROLL, BID, ENDED = range(3)
PHASES = ("roll", "bid", "ended")

# Actions, in blocks. Bids are numbered in ascending order, so that a higher number is a raise.
FIRST_BID = 0  # + len(FACES) * (how many dice - 1) + face
CHALLENGE = FIRST_BID + MOST_DICE * len(FACES)
ACTIONS = CHALLENGE + 1
WORDS = (ACTIONS + 63) // 64  # 64-bit words of a set of actions

# What a small number means where it stands for "none".
NO_BID = 255  # in bid, challenged
NOBODY = 255  # in bidder, challenger, loser

STATE = np.dtype(
    [
        ("seats", np.uint8),
        ("ones_wild", np.uint8),  # 1 if they are
        ("phase", np.uint8),
        ("turn", np.uint8),  # the seat that bids or challenges next
        ("bid", np.uint8),  # the highest of the round, as an action, or NO_BID
        ("bidder", np.uint8),
        ("dice", np.uint8, MOST_SEATS),  # left, by seat
        ("rolled", np.uint8, MOST_SEATS),  # how many of them have been rolled in this round
        ("hand", np.uint8, (MOST_SEATS, len(FACES))),  # by seat and face; redacted: 0 if not known
        ("out", np.uint8, MOST_SEATS),  # 0 while in, 1 for the first seat that was out, and so on
        # The last challenge, which stays known in the next round.
        ("challenged", np.uint8),  # the bid
        ("challenger", np.uint8),
        ("loser", np.uint8),
        ("shown", np.uint8, (MOST_SEATS, len(FACES))),  # by seat and face
    ]
)


def longest(seats: int) -> GameLength:
    """Count all bids of every round: each round has a die less than the one before."""
    in_play = range(2, seats * int(DICE.max()) + 1)  # dice, by round
    return GameLength(sum(len(FACES) * dice + 1 for dice in in_play), sum(in_play))
