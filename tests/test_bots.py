"""The players by name: they keep to the rules, can be repeated, and better ones win."""

import pytest

from londinium.bots import levels
from londinium.bots.budget import Budget
from londinium.bots.hints import hints, ranked_by_chance
from londinium.bots.levels import LEVELS, PLAYERS, Player, find_player
from londinium.bots.search import Candidate
from londinium.game import GAMES, State
from londinium.match import Match
from londinium.rng import new_rng
from tests.random_positions import legal_actions, random_positions

each_game = pytest.mark.parametrize("game", sorted(GAMES))


class LastBot:
    """Plays the last of its legal actions; a bot of one's own."""

    def choose(self, known: State, seat: int, budget: Budget, rng: object) -> int:
        return legal_actions(known, seat)[-1]


def winners(game: str, players: list[Player], seed: int) -> list[str]:
    match = Match.new(game, len(players), seed)
    rng = new_rng("bots", seed)
    while not match.is_over:
        players[match.to_move].play(match, rng)
    return [players[seat].name for seat in match.winners]


@each_game
@pytest.mark.parametrize(
    ("better", "worse"), [("greedy", "random"), ("easy", "random"), ("search@60", "easy")]
)
def test_the_better_player_wins_from_either_seat(game: str, better: str, worse: str) -> None:
    players = [find_player(better), find_player(worse)]
    results = []
    for seed in range(6):
        results += [winners(game, players, seed), winners(game, players[::-1], seed)]
    assert results.count([better]) >= 10


@each_game
@pytest.mark.parametrize("name", ["random", "greedy", "easy", "search@30"])
def test_the_same_generator_gives_the_same_match(game: str, name: str) -> None:
    players = [find_player(name)] * 3
    assert winners(game, players, 1) == winners(game, players, 1)


@each_game
@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_every_player_plays_legal_actions_alone(game: str, name: str) -> None:
    player = PLAYERS[name]
    budget = Budget(min(player.budget.iterations or 0, 40))
    for known, seat in random_positions(game, 60, name):
        action = player.bot.choose(known, seat, budget, new_rng("legal"))
        assert action in legal_actions(known, seat)


def test_every_level_has_a_sentence() -> None:
    assert LEVELS == ("easy", "medium", "hard", "expert")
    assert all(PLAYERS[level].sentence.endswith(".") for level in LEVELS)
    assert PLAYERS["easy"].budget == Budget(iterations=0)


def test_a_player_thinks_as_long_as_its_budget_for_the_game_says() -> None:
    asked: list[Budget] = []

    class Listener(LastBot):
        def choose(self, known: State, seat: int, budget: Budget, rng: object) -> int:
            asked.append(budget)
            return super().choose(known, seat, budget, rng)

    player = Player("hard", "", Listener(), Budget(7))
    for game in ("ticket_to_ride_london", "old_london_bridge"):
        player.choose(Match.new(game, 2, 1).known(0), 0, new_rng("x"))
    assert asked == [Budget(7), Budget(GAMES["old_london_bridge"].iterations["hard"])]


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("search@2000", Budget(iterations=2000)),
        ("search@500ms", Budget(milliseconds=500)),
        ("playouts@300", Budget(iterations=300)),
    ],
)
def test_a_search_is_named_by_its_budget(name: str, budget: Budget) -> None:
    assert find_player(name).budget == budget


def test_a_player_can_be_given_less_time_than_it_would_take() -> None:
    game = GAMES["ticket_to_ride_london"]
    expert, timed = PLAYERS["expert"], find_player("search@500ms")
    assert expert.budget_for(game) == Budget(20_000)
    assert expert.budget_for(game, 0.25) == Budget(20_000, 250)
    assert timed.budget_for(game, 0.25) == Budget(milliseconds=250)
    assert timed.budget_for(game, 1.0) == Budget(milliseconds=500)
    match = Match.new(game.name, 2, seed=1)
    action = expert.choose(match.known(0), 0, new_rng("hurry"), seconds=1e-6)
    assert match.why_not(action, 0) is None


def test_levels_without_a_search_answer_at_once_where_there_are_heuristics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["ticket_to_ride_london"]
    at_once = {name for name, player in PLAYERS.items() if player.answers_at_once(game)}
    assert at_once == {"easy", "medium", "random", "greedy"}
    monkeypatch.setattr(levels, "has_heuristics", lambda game: False)
    assert not any(player.answers_at_once(game) for player in PLAYERS.values())


def test_a_bot_of_ones_own_is_named_by_its_module() -> None:
    player = find_player("tests.test_bots:LastBot")
    assert winners("ticket_to_ride_london", [player, PLAYERS["greedy"]], 3) == ["greedy"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hal", "There is no player 'hal'; choose from: easy, medium, hard, expert, random"),
        ("search@0", "There is no player 'search@0'"),
        ("no_such_module:Bot", "The bot 'no_such_module:Bot' cannot be loaded: No module"),
        ("tests.test_bots:Bot", "The bot 'tests.test_bots:Bot' cannot be loaded"),
        ("tests.test_bots:GAMES", "'tests.test_bots:GAMES' is not a bot"),
    ],
)
def test_a_player_that_is_not_there_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        find_player(name)


@each_game
def test_hints_are_the_best_moves_with_their_chances(game: str) -> None:
    match = Match.new(game, 3, 4)
    found = hints(match.known(0), 0, new_rng("hint"), Budget(400), most=2, threads=2)
    assert 1 <= len(found) <= 2
    assert [hint.behind for hint in found] == sorted(hint.behind for hint in found)
    for hint in found:
        assert hint.action in match.legal()
        assert 0 <= hint.win_chance <= 1
        assert hint.behind == found[0].win_chance - hint.win_chance
        assert 0 < hint.share <= 1
        assert len(hint.reasons) <= 2


def test_a_chance_that_rests_on_few_playouts_is_not_advised() -> None:
    often, seldom = Candidate(7, 100, 0.5, 0.5), Candidate(8, 4, 0.9, 0.9)
    enough = Candidate(9, 5, 0.6, 0.6)
    assert ranked_by_chance([often, seldom, enough]) == [enough, often]


@each_game
def test_a_hint_is_given_where_there_is_no_choice(game: str) -> None:
    for known, seat in random_positions(game, 300, "forced"):
        found = hints(known, seat, new_rng("hint"), Budget(20), most=99, threads=1)
        if len(found) == 1 and found[0].share == 1:
            return
    pytest.fail("no position with a lone move came up")
