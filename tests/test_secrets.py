"""Nobody ever receives what their seat may not know: redact is the one gate."""

import json
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from londinium import game as rules
from londinium.bots.budget import Budget
from londinium.bots.levels import PLAYERS
from londinium.game import GAMES, SPECTATOR
from londinium.jit import COMPILED
from londinium.match import Match
from londinium.rng import below, new_rng
from tests.table import Table

EXAMPLES = 150 if COMPILED else 10
positions = st.tuples(
    st.sampled_from(sorted(GAMES)), st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 150)
)
checked = settings(max_examples=EXAMPLES)


def reach(name: str, seats: int, seed: int, decisions: int) -> Match:
    """A match after some random decisions, before its end."""
    match = Match.new(name, seats, seed)
    rng = new_rng("secrets", seed)
    for _ in range(decisions):
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])
        if match.is_over:
            match = Match.new(name, seats, seed + 1)
    return match


def another(match: Match, seat: int, seed: int) -> Any:
    """A position that differs from the match's in what the seat cannot know, and only there."""
    out = np.zeros(1, match.game.state)
    rules.determinize(match.known(seat), seat, new_rng("another", seed), out)
    return out[0]


def sent(match: Match, state: Any, seat: int) -> bytes:
    """Every byte that reaches a seat: record, view, observation, legal actions, reasons."""
    known = np.zeros(1, match.game.state)
    rules.redact(state, seat, known)
    parts = [known.tobytes(), json.dumps(match.game.view(known[0], seat)).encode()]
    if seat != SPECTATOR:
        observation = np.zeros(match.game.observation_size, np.float32)
        rules.observe(known[0], seat, observation)
        parts.append(observation.tobytes())
    if rules.may_act(state, seat):
        actions = match.game.empty_actions()
        rules.legal(state, seat, actions)
        parts.append(actions.tobytes())
        parts += [
            repr(match.game.why_not(state, seat, a)).encode()
            for a in range(0, match.game.actions, 7)
        ]
    return b"|".join(parts)


@checked
@given(positions)
def test_changing_what_a_seat_cannot_know_changes_no_byte_sent_to_it(
    position: tuple[str, int, int, int],
) -> None:
    match = reach(*position)
    for seat in (*range(match.seats), SPECTATOR):
        assert sent(match, another(match, seat, position[2]), seat) == sent(
            match, match.state, seat
        )


@checked
@given(positions)
def test_the_same_record_lets_a_bot_choose_the_same_whatever_is_hidden(
    position: tuple[str, int, int, int],
) -> None:
    match = reach(*position)
    seat = match.to_move
    known = np.zeros(1, match.game.state)
    rules.redact(another(match, seat, position[2]), seat, known)
    for player in PLAYERS.values():
        budget = Budget(iterations=min(player.budget.iterations or 0, 60 if COMPILED else 1))
        choices = [
            player.bot.choose(record, seat, budget, new_rng("bot", 1))
            for record in (match.known(seat), known[0])
        ]
        assert choices[0] == choices[1]
        assert choices[0] in match.legal()


def test_determinize_can_deal_every_card_a_seat_has_not_seen() -> None:
    """It samples, and does not return the truth: over many draws every unseen card turns up."""
    match = Match.new("ticket_to_ride_london", seats=3, seed=1)
    known = match.known(0)
    unseen = {card for card in range(7) if known["deck"][card]}
    dealt = set()
    for number in range(200 if COMPILED else 40):
        full = another(match, 0, number)
        dealt |= {int(card) for card in np.flatnonzero(full["hand"][1])}
    assert dealt == unseen


def test_determinize_can_let_a_seat_have_chosen_any_of_its_cards() -> None:
    for seats, hand in ((3, "0, 2, 4, 4"), (2, "0, 0, 2, 4, 4")):
        table = Table(
            f"""
            seats: {seats}
            phase: cards
            tops: 2, 6, 20, 43, 49, park grey
            tile tops: share, lady, keep card
            seat 1
              hand: {hand}
            """,
            "old_london_bridge",
        )
        choices = table.legal(1)
        table.play(sorted(choices)[0], seat=1)
        known, full = np.zeros(1, table.game.state), np.zeros(1, table.game.state)
        rules.redact(table.s, 0, known)
        guessed = set()
        for number in range(200 if COMPILED else 60):
            rules.determinize(known[0], 0, new_rng("choice", number), full)
            guessed.add(table.game.show_action(int(full[0]["choice"][1]) - 1))
        assert guessed == choices
