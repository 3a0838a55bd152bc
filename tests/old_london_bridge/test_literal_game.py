"""The engine beside the literal game, question by question, in games of many kinds."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import londinium.games  # noqa: F401  (registers the games)
from londinium.game import CHANCE, OVER, SPECTATOR
from londinium.jit import COMPILED
from londinium.match import Match
from tests.old_london_bridge.literal_game import (
    AROUND,
    BONUS_SPACES,
    CHAPEL_COINS,
    CHAPEL_END,
    COLOURS,
    GATE_END,
    GATE_END_MONEY,
    SCORINGS,
    TILES,
    Answer,
    Building,
    Chance,
    Decision,
    LiteralGame,
    Player,
    Viewer,
)

Question = Chance | Decision
View = dict[str, Any]
Habit = dict[str, float]  # weights of actions by their first words; 1 if there is none


def liking(weight: float, *stacks: str) -> Habit:
    """A liking for the buildings of some stacks."""
    return {f"{how} {stack}": weight for stack in stacks for how in ("place", "centre")}


class Style(NamedTuple):
    """How a game is played: the habits of the seats, in turn, and what chance favours."""

    habits: tuple[Habit, ...]
    bridges_grow: bool = True  # high numbers come first
    tile: str = ""
    emptied: tuple[str, ...] = ()  # stacks that the X keeps away from


ANYTHING: Habit = {}
TILE_USER: Habit = {**liking(20, "gate", "guild"), "free": 10, "use": 10, "raise": 10}
RAISER: Habit = {**liking(50, "gate"), **liking(10, "guild"), "pass": 2, "take tile 1": 10}
PILGRIM: Habit = {
    **liking(30, "chapel"),
    **liking(10, "guild", "park"),
    "centre chapel": 100,
    "free": 30,
    "use": 10,
}
MISER: Habit = {
    **liking(30, "inn"),
    **liking(10, "guild", "gate"),
    "play 0": 20,
    "take 1": 30,
    "take 2": 30,
    "use": 0.2,
}
EMPTIED = ("chapel", "gate", "shop")
EMPTIER: Habit = {**{f"place {stack}": 100 for stack in EMPTIED}, "centre": 0.02, "play 0": 0.01}
SPENDER: Habit = {**{f"centre {stack}": 300 for stack in EMPTIED}, "play 0": 1000, "take": 0.01}
STYLES = {
    "uniform": Style((ANYTHING,), bridges_grow=False),
    "tile users": Style((TILE_USER, ANYTHING), tile="keep card"),
    "raisers": Style((RAISER, RAISER, TILE_USER), tile="plus one"),
    "pilgrims": Style((PILGRIM,), tile="chapel steps"),
    "misers": Style((MISER,), tile="lady"),
    "emptiers": Style((EMPTIER, SPENDER, EMPTIER, EMPTIER), tile="share", emptied=EMPTIED),
}
FAVOUR = 0.7  # the share of chance events that have a favoured outcome
SEATS = (2, 3, 4)
GAMES_EACH = 4
PLAYED_EACH = GAMES_EACH if COMPILED else 1  # in step with the engine
MAX_QUESTIONS = 3000
RARE_GAMES = (  # found among many, for corners that the first games do not reach
    (2, "pilgrims", 16),  # under a marker
    (2, "raisers", 115),  # both cards raised; cards equal but not alike to raise
    (4, "emptiers", 16),  # a place by a tile: pass
    (4, "emptiers", 67),  # coins just gained pay for the centre
    (4, "misers", 276),  # a place by a tile: taken; lady without a 2
    (4, "pilgrims", 14),  # no place: pass
    (4, "tile users", 42),  # steps, and an inn, while a card is laid aside
)
CORNERS = {
    "a place by a tile: pass",
    "a place by a tile: taken",
    "both cards raised",
    "card raised above 4",
    "card raised twice",
    "cards alike to raise",
    "cards equal but not alike to raise",
    "chapel steps after",
    "chapel steps first",
    "chapel steps lost",
    "choice changed",
    "coins just gained pay for the centre",
    "empty bonus stack",
    "end of the chapel track",
    "end of the gate track",
    "ended early",
    "first on the stairs",
    "gate leaders tied",
    "gate steps after",
    "gate steps first",
    "gate steps lost",
    "highest card is a 0",
    "highest card tied",
    "inn short of cards",
    "inn while a card is laid aside",
    "lady without a 2",
    "lone answer: replace",
    "lone answer: take cards",
    "lowest number replaced in its round",
    "no place: pass",
    "on top of a marker",
    "order changed by a raise",
    "own cards equal by a raise",
    "pawn moved on",
    "replaced before a park",
    "second card raised",
    "several bonus tiles at once",
    "several tiles for one place",
    "shared centre",
    "shared money space",
    "stack at the x from the centre",
    "stack emptied",
    "step tile on the last space",
    "steps while a card is laid aside",
    "tied scores",
    "under a marker",
    *(f"tile used: {tile}" for tile in TILES),
    *(f"{kind}: {name}" for kind, names in SCORINGS.items() for name in ("printed", *names)),
}


def seed(seats: int, style: str, number: int) -> str:
    return f"{seats} seats, {style}, game {number}"


def options(rng: Random) -> dict[str, str]:
    """Any way to score each category, and hands open or closed."""
    scoring = {
        category: rng.choice(("printed", "random", *scorings))
        for category, scorings in SCORINGS.items()
    }
    return {**scoring, "hands": rng.choice(("open", "closed")), "edition": "reference"}


def start(seats: int, style: str, number: int) -> tuple[LiteralGame, dict[str, str]]:
    chosen = options(Random(f"options of {seed(seats, style, number)}"))
    scoring = {category: chosen[category] for category in SCORINGS}
    return LiteralGame(seats, scoring, chosen["hands"]), chosen


def weight(action: str, habit: Habit) -> float:
    kinds = (" ".join(action.split()[:words]) for words in (3, 2, 1))
    return next((habit[kind] for kind in kinds if kind in habit), 1)


def act(options: dict[int, set[str]], style: Style, rng: Random) -> Answer:
    """Any seat that may act does what its habit makes it do."""
    seat = rng.choice(sorted(options))
    habit = style.habits[seat % len(style.habits)]
    actions = sorted(options[seat])
    weights = [weight(action, habit) for action in actions]
    return Answer(rng.choices(actions, weights)[0], seat)


def favoured(game: LiteralGame, style: Style, outcomes: list[str]) -> list[str]:
    if game.phase == "reveal" and style.bridges_grow and "park" not in outcomes[0]:
        return [max(outcomes, key=int)]
    if game.phase == "reveal tile":
        return [tile for tile in outcomes if tile == style.tile]
    if game.phase == "marker":
        x_at = game.rondel.index("X")
        return [m for m in outcomes if AROUND[(x_at + int(m[-1])) % 6] not in style.emptied]
    return []


def happen(game: LiteralGame, weights: dict[str, int], style: Style, rng: Random) -> Answer:
    """Chance, but with a favour for what leads to rare positions."""
    rare = favoured(game, style, list(weights))
    if rare and rng.random() < FAVOUR:
        return Answer(rng.choice(rare))
    return Answer(rng.choices(list(weights), list(weights.values()))[0])


def playing(game: LiteralGame, style: str, number: int) -> Iterator[tuple[Question, Answer]]:
    """Play the literal game; each question and its answer come before the game goes on."""
    name = seed(game.seats, style, number)
    rng = Random(name)
    steps = game.play()
    question = next(steps)
    for _ in range(MAX_QUESTIONS):
        if isinstance(question, Chance):
            answer = happen(game, question.weights, STYLES[style], rng)
        else:
            answer = act(question.options, STYLES[style], rng)
        yield question, answer
        try:
            question = steps.send(answer)
        except StopIteration:
            return
    pytest.fail(f"seed {name!r}: the game does not end")


def count_cards(cards: list[int]) -> dict[str, int]:
    return {str(value): cards.count(value) for value in sorted(set(cards))}


def building_view(building: Building | None) -> View | None:
    if building is None:
        return None
    return {
        "type": building.type,
        "number": building.number,
        "crests": list(building.crests),
    }


def tiles_view(game: LiteralGame, player: Player, fresh: bool) -> list[str]:
    """B6.1: the tiles gained in this round, or those that can be used."""
    actions = [t.action for t in player.tiles if (t.gained == game.round) == fresh]
    return sorted(actions, key=TILES.index)


def played_view(player: Player) -> list[View | None]:
    cards = [
        {"value": card.value, "raised": card.raised} if card else None for card in player.played
    ]
    return [*cards, None, None][:2]


def player_view(game: LiteralGame, seat: int, viewer: Viewer) -> View:
    """What the viewer may know of a seat, in the engine's words."""
    player, shown = game.players[seat], game.shows_hand(seat, viewer)
    all_shown = game.shows_hand(seat, None)
    return {
        "money": player.money if shown else None,
        "cards": len(player.hand),
        "hand": count_cards(player.hand) if shown else None,
        "bridge": [building_view(building) for building in player.bridge],
        "strengths": {colour: player.crests(colour) for colour in COLOURS},
        "chapel": game.chapel_steps(seat),
        "gate": player.gate,
        "rank": game.rank(seat) if seat in game.in_order() else 4,
        "tiles": tiles_view(game, player, fresh=False),
        "fresh": tiles_view(game, player, fresh=True),
        "chosen": player.choice is not None,
        "choice": game.seen_choice(seat, viewer),
        "played": played_view(player),
        "pawn": player.pawn,
        "score": game.scores()[seat] if all_shown and game.round else None,
        "place": game.places()[seat] if game.phase == "ended" else None,
    }


NOBODYS = ("marker", "cards", "ended")  # phases that are nobody's turn


def view_of(game: LiteralGame, viewer: Viewer) -> View:
    """What the viewer may know, in the engine's words."""
    return {
        "seat": viewer,
        "seats": game.seats,
        "edition": "reference",
        "scoring": {
            category: None if scoring == "random" else scoring
            for category, scoring in game.scoring.items()
        },
        "hands": game.hands,
        "phase": game.phase,
        "to_move": game.to_move,
        "turn": None if game.round == 0 or game.phase in NOBODYS else game.turn,
        "round": game.round,
        "rounds": game.rounds,
        "markers": [game.markers.count(spaces) for spaces in (1, 2, 3)],
        "rondel": [
            {"stack": stack, "money": None if money == "X" else money}
            for stack, money in zip(AROUND, game.rondel, strict=True)
        ],
        "stacks": {
            kind: {"top": building_view(stack.top), "left": len(stack.hidden)}
            for kind, stack in game.stacks.items()
        },
        "tile_stacks": [{"top": s.top, "left": len(s.hidden)} for s in game.tile_stacks],
        "supply": count_cards(game.supply),
        "order": [
            {"seat": turn.seat, "card": turn.card, "over": n < game.turns_over}
            for n, turn in enumerate(game.order)
        ],
        "building": building_view(game.building),
        "due": game.due,
        "kept": game.kept,
        "lowest": game.lowest[0] if game.lowest else None,
        "lowest_by": game.lowest[1] if game.lowest else None,
        "tracks": {
            "chapel": [CHAPEL_COINS.get(space, 0) for space in range(CHAPEL_END + 1)],
            "gate": [int(space in BONUS_SPACES) for space in range(GATE_END + 1)],
            "gate_end": GATE_END_MONEY,
        },
        "players": [player_view(game, seat, viewer) for seat in range(game.seats)],
    }


def differences(engine: Any, literal: Any, where: str) -> list[str]:
    """Say where two pieces of plain data differ, as deep inside as possible."""
    if engine == literal:
        return []
    parts: list[tuple[Any, Any, str]] = []
    if isinstance(literal, dict) and isinstance(engine, dict) and engine.keys() == literal.keys():
        parts = [(engine[key], literal[key], f"{where}, {key}") for key in literal]
    elif isinstance(literal, list) and isinstance(engine, list) and len(engine) == len(literal):
        parts = [(engine[i], literal[i], f"{where} {i}") for i in range(len(literal))]
    elif isinstance(literal, set):
        engine, literal = sorted(engine - literal), sorted(literal - engine)
        return [f"{where}: only the engine has {engine}, only the literal game {literal}"]
    if not parts:
        return [f"{where}: {engine} in the engine, {literal} in the literal game"]
    return [found for part in parts for found in differences(*part)]


def compare_views(match: Match, game: LiteralGame, viewer: Viewer) -> list[str]:
    """Compare what a viewer may know; before there is an order of B3 no score means anything."""
    engine = match.view(SPECTATOR if viewer is None else viewer)
    for told in ("prospects", "replacing", "shared"):  # test_events.py sees whether it happens so
        del engine[told]
    if not game.round:
        for player in engine["players"]:
            player["score"] = None
    eyes = "seen by a spectator" if viewer is None else f"seen by seat {viewer}"
    return differences(engine, view_of(game, viewer), eyes)


def compare_secrets(match: Match, game: LiteralGame) -> list[str]:
    """Compare what closed hands hide: money, cards and the scores as if the game ended now."""
    record = match.state
    hands = [[p.hand.count(value) for value in range(5)] for p in game.players]
    found = differences(record["hand"][: game.seats].tolist(), hands, "hands")
    money = [player.money for player in game.players]
    found += differences(record["money"][: game.seats].tolist(), money, "money")
    if game.round:
        found += differences(match.scores, game.totals(), "scores")
        found += differences(match.places, game.places(), "places")
    return found


def compare_questions(match: Match, question: Question) -> list[str]:
    """Compare who is asked: chance with its weights, or seats with their legal actions."""
    if isinstance(question, Chance):
        weights = enumerate(match.outcome_weights() if match.to_move == CHANCE else [])
        chances = {match.game.show_outcome(match.state, i): n for i, n in weights if n}
        return differences(chances, question.weights, "chances")
    legal = {
        seat: {match.game.show_action(action) for action in match.legal(seat)}
        for seat in range(match.seats)
        if match.may_act(seat)
    }
    return differences(legal, question.options, "legal actions by seat")


def viewers_of(game: LiteralGame, rng: Random) -> list[Viewer]:
    """Everybody while cards are chosen and at the end, at other times somebody."""
    everybody: list[Viewer] = [*range(game.seats), None]
    return everybody if game.phase in ("cards", "ended") else [rng.choice(everybody)]


def compare(match: Match, game: LiteralGame, rng: Random) -> list[str]:
    viewers = viewers_of(game, rng)
    found = [line for viewer in viewers for line in compare_views(match, game, viewer)]
    return found + compare_secrets(match, game)


def play_in_step(seats: int, style: str, number: int) -> None:
    """Play a literal game; the engine must agree before each answer, and follow it."""
    game, chosen = start(seats, style, number)
    match = Match("old_london_bridge", seats, chosen)
    name, rng = seed(seats, style, number), Random(number)
    for question, answer in playing(game, style, number):
        found = compare(match, game, rng) + compare_questions(match, question)
        assert not found, f"seed {name!r}, move {len(match.moves)}: {found}"
        if isinstance(question, Chance):
            match.deal(answer.text)
        else:
            match.play(answer.text, answer.seat)
    found = compare(match, game, rng) + differences(match.to_move, OVER, "to move")
    assert not found, f"seed {name!r}, the end: {found}"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_agrees_with_the_literal_game_on_every_question(seats: int, style: str) -> None:
    for number in range(PLAYED_EACH):
        play_in_step(seats, style, number)


@pytest.mark.parametrize(("seats", "style", "number"), RARE_GAMES)
def test_the_engine_agrees_with_the_literal_game_where_rare_things_happen(
    seats: int, style: str, number: int
) -> None:
    play_in_step(seats, style, number)


def test_these_games_reach_every_corner_of_the_rules() -> None:
    """All but a lone bonus tile to take: players gain too few to empty two of the stacks."""
    games = [(s, style, n) for s in SEATS for style in STYLES for n in range(GAMES_EACH)]
    reached: Counter[str] = Counter()
    for seats, style, number in (*games, *RARE_GAMES):
        game, _ = start(seats, style, number)
        for _ in playing(game, style, number):
            pass
        reached += game.corners
    assert reached.keys() == CORNERS
