"""The engine beside the literal game, question by question, in games of many kinds."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from londinium.game import SPECTATOR
from londinium.jit import COMPILED
from tests.table import Table
from tests.ticket_to_ride_london.literal_game import (
    TICKET_NAMES,
    Answer,
    Chance,
    Decision,
    LiteralGame,
    Viewer,
)
from tests.ticket_to_ride_london.literal_scorer import (
    TICKETS,
    district_progress,
    district_score,
    final_places,
    final_scores,
    is_completed,
    own_routes,
    route_score,
    ticket_score,
)

Question = Chance | Decision
View = dict[str, Any]
Habit = dict[str, float]  # weights of actions by their first words; 1 if there is none

HOARDER: Habit = {"draw": 1000, "draw bus": 200, "draw tickets": 5}
CLAIMER: Habit = {"claim": 10, "draw tickets": 0.1}
TICKET_DRAWER: Habit = {"draw tickets": 10000, "claim": 100, "keep both": 0.05}
ANYTHING: Habit = {}
STYLES = {  # the habits of the seats, in turn
    "hoarders": (HOARDER,),
    "claimers": (CLAIMER,),
    "ticket drawers": (TICKET_DRAWER,),
    "uniform": (ANYTHING,),
    "mixed": (HOARDER, TICKET_DRAWER),
}
SEATS = (2, 3, 4)
GAMES_EACH = 5 if COMPILED else 1
MAX_QUESTIONS = 3000
BUSES_FAVOURED = 0.2  # the share of fills that are buses whatever their number in the deck
CORNERS = {
    "deck made anew",
    "display cleared",
    "display frozen",
    "hands shown by an empty deck",
    "lone ticket",
    "only possible second card",
    "pass",
    "turn with one card",
}


def seed(seats: int, style: str, number: int) -> str:
    return f"{seats} seats, {style}, game {number}"


def weight(action: str, habit: Habit) -> float:
    kinds = (" ".join(action.split()[:words]) for words in (2, 1))
    return next((habit[kind] for kind in kinds if kind in habit), 1)


def act(options: dict[int, set[str]], style: str, rng: Random) -> Answer:
    """Any seat that may act does what its habit makes it do."""
    seat = rng.choice(sorted(options))
    habit = STYLES[style][seat % len(STYLES[style])]
    actions = sorted(options[seat])
    weights = [weight(action, habit) for action in actions]
    return Answer(rng.choices(actions, weights)[0], seat)


def happen(weights: dict[str, int], phase: str, rng: Random) -> Answer:
    """Chance, but with a favour for buses in the display."""
    if phase == "fill" and "bus" in weights and rng.random() < BUSES_FAVOURED:
        return Answer("bus")
    return Answer(rng.choices(list(weights), list(weights.values()))[0])


def playing(game: LiteralGame, style: str, number: int) -> Iterator[tuple[Question, Answer]]:
    """Play the literal game; each question and its answer come before the game goes on."""
    name = seed(game.seats, style, number)
    rng = Random(name)
    steps = game.play()
    question = next(steps)
    for _ in range(MAX_QUESTIONS):
        if isinstance(question, Chance):
            answer = happen(question.weights, game.phase, rng)
        else:
            answer = act(question.options, style, rng)
        yield question, answer
        try:
            question = steps.send(answer)
        except StopIteration:
            return
    pytest.fail(f"seed {name!r}: the game does not end")


def player_view(game: LiteralGame, seat: int, viewer: Viewer) -> View:
    """What the viewer may know of a seat, but for its score, in the engine's words."""
    shown = game.shows(seat, viewer)
    routes = own_routes({"routes": game.owners}, seat)
    return {
        "buses": game.buses[seat],
        "cards": len(game.hands[seat]),
        "hand": dict(Counter(game.seen_hand(seat, viewer))),
        "shown": dict(Counter(game.known_hand(seat, viewer))),
        "ticket_count": len(game.tickets[seat]),
        "tickets": [
            {"ticket": ticket, "completed": is_completed(TICKETS[ticket], routes)}
            for ticket in sorted(game.tickets[seat] if shown else [])
        ],
        "offered_count": len(game.offered[seat]),
        "offered": sorted(game.offered[seat] if shown else []),
        "chosen": seat in game.choices,
        "choice": kept(game, seat) if shown else None,
    }


def kept(game: LiteralGame, seat: int) -> list[int] | None:
    """The tickets that a seat's answer keeps (T2.3)."""
    if seat not in game.choices:
        return None
    answer = game.choices[seat]
    both = answer == "keep both"
    return [t for t in sorted(game.offered[seat]) if both or answer == f"keep {TICKET_NAMES[t]}"]


def add_scores(view: View) -> None:
    """Score what the view shows (T3.9, T4.2, T4.3), and at the end give the places (T4.4)."""
    for seat, player in enumerate(view["players"]):
        player["score"] = {
            "routes": route_score(view, seat),
            "tickets": ticket_score(view, seat),
            "districts": district_score(view, seat),
        }
        player["place"] = final_places(view)[seat] if view["phase"] == "ended" else None
        player["districts"] = district_progress(view, seat)


def unseen(game: LiteralGame, viewer: Viewer) -> Counter[str]:
    """T5.1: the cards that the viewer cannot see, in the deck and in hands."""
    cards = Counter(game.deck)
    for seat, hand in enumerate(game.hands):
        cards += Counter(hand) - Counter(game.seen_hand(seat, viewer))
    return cards


def closed(game: LiteralGame, viewer: Viewer) -> list[int]:
    """T3.10: the free lanes closed to the viewer or, for one who has no seat, to all."""
    seats = [seat for seat in range(game.seats) if seat == viewer] or range(game.seats)
    return [
        route
        for route, owner in enumerate(game.owners)
        if owner is None and not any(game.lane_is_open(route, seat) for seat in seats)
    ]


def view_of(game: LiteralGame, viewer: Viewer) -> View:
    """What the viewer may know, or everything for None, in the engine's words."""
    view: View = {
        "seat": None if viewer == SPECTATOR else viewer,
        "seats": game.seats,
        "phase": game.phase,
        "to_move": game.to_move,
        "turn": game.turn,
        "last_turns": game.last_turns,
        "deck": len(game.deck),
        "discards": dict(Counter(game.discards)),
        "unseen": dict(unseen(game, viewer)),
        "display": game.display,
        "ticket_deck": len(game.ticket_deck) + len(game.under_deck),
        "under_deck": game.seen_under_deck(viewer),
        "routes": game.owners,
        "closed": closed(game, viewer),
        "players": [player_view(game, seat, viewer) for seat in range(game.seats)],
    }
    add_scores(view)
    return view


def differences(engine: Any, literal: Any, where: str) -> list[str]:
    """Say where two pieces of plain data differ, as deep inside as possible."""
    if engine == literal:
        return []
    parts: list[tuple[Any, Any, str]] = []
    if isinstance(literal, dict) and engine.keys() == literal.keys():
        parts = [(engine[key], literal[key], f"{where}, {key}") for key in literal]
    elif isinstance(literal, list) and len(engine) == len(literal):
        parts = [(engine[i], literal[i], f"{where} {i}") for i in range(len(literal))]
    elif isinstance(literal, set):
        engine, literal = sorted(engine - literal), sorted(literal - engine)
        return [f"{where}: only the engine has {engine}, only the literal game {literal}"]
    if not parts:
        return [f"{where}: {engine} in the engine, {literal} in the literal game"]
    return [found for part in parts for found in differences(*part)]


def compare_views(table: Table, game: LiteralGame, viewer: int) -> list[str]:
    """Compare the whole position, and what one viewer may know of it."""
    eyes = "seen by a spectator" if viewer == SPECTATOR else f"seen by seat {viewer}"
    return [
        *differences(table.view(SPECTATOR), view_of(game, None), "position"),
        *differences(table.seen_by(viewer), view_of(game, viewer), eyes),
    ]


def compare_questions(table: Table, question: Question) -> list[str]:
    """Compare the weights of chance, or the legal actions of each seat that may act."""
    if isinstance(question, Chance):
        return differences(table.chances(), question.weights, "chances")
    legal = {seat: table.legal(seat) for seat in question.options}
    return differences(legal, question.options, "legal actions by seat")


def play_in_step(seats: int, style: str, number: int) -> None:
    """Play a literal game; the engine must agree before each answer, and follow it."""
    game, table = LiteralGame(seats), Table.start(seats)
    name, viewers = seed(seats, style, number), Random(number)
    for count, (question, answer) in enumerate(playing(game, style, number)):
        viewer = viewers.choice((*range(seats), SPECTATOR))
        found = compare_views(table, game, viewer) or compare_questions(table, question)
        assert not found, f"seed {name!r}, question {count}: {found}"
        if isinstance(question, Chance):
            table.deal(answer.text)
        else:
            table.play(answer.text, seat=answer.seat)
    found = [line for viewer in range(seats) for line in compare_views(table, game, viewer)]
    found += differences(table.scores, final_scores(view_of(game, None)), "final scores")
    found += differences(table.places, final_places(view_of(game, None)), "final places")
    assert not found, f"seed {name!r}, the end: {found}"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_agrees_with_the_literal_game_on_every_question(seats: int, style: str) -> None:
    for number in range(GAMES_EACH):
        play_in_step(seats, style, number)


def test_the_first_of_these_games_reach_every_corner_of_the_rules() -> None:
    """T2.2, T3.3, T3.4, T3.5, T3.11, T3.13"""
    reached: Counter[str] = Counter()
    for seats in SEATS:
        for style in STYLES:
            game = LiteralGame(seats)
            for _ in playing(game, style, 0):
                pass
            reached += game.corners
    assert reached.keys() == CORNERS
