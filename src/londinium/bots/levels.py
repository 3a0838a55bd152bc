"""The opponents that a player picks by name; docs/bots.md has how strong each is."""

import importlib
import re
from dataclasses import dataclass
from pathlib import Path

from londinium.bots import Bot
from londinium.bots.budget import AT_ONCE, Budget
from londinium.bots.greedy import GreedyBot
from londinium.bots.network import NO_NETWORK
from londinium.bots.random import RandomBot
from londinium.bots.search import SearchBot
from londinium.game import Game, State, game_of, has_heuristics
from londinium.match import Match
from londinium.rng import Rng, new_rng

# A search by its budget; `playouts` searches without a network.
SEARCHES = re.compile(r"(search|playouts)@(\d{1,9})(ms)?(?:,net=(.+))?")


@dataclass(frozen=True)
class Player:
    """A bot, its time to think, and a sentence for who chooses it."""

    name: str
    sentence: str
    bot: Bot
    budget: Budget = AT_ONCE

    def choose(self, known: State, seat: int, rng: Rng, seconds: float | None = None) -> int:
        """Return a legal action of the seat, given its redacted record.

        A search takes at most this many seconds, if any are given, though it would like more.
        """
        return self.bot.choose(known, seat, self.budget_for(game_of(known), seconds), rng)

    def budget_for(self, game: Game, seconds: float | None = None) -> Budget:
        """Return the time to think: a game may set the iterations of a level."""
        budget = self.budget
        if self.name in game.iterations:
            budget = budget._replace(iterations=game.iterations[self.name])
        return budget if seconds is None else at_most(budget, seconds)

    def answers_at_once(self, game: Game) -> bool:
        """Return whether the player does not search: in a game without heuristics, all may."""
        return self.budget_for(game) == AT_ONCE and has_heuristics(game)

    def play(self, match: Match, rng: Rng) -> None:
        """Make the move of the seat to move."""
        seat = match.to_move
        match.play(self.choose(match.known(seat), seat, rng), seat)

    def prepare(self, match: Match) -> None:
        """Compile or load what the player needs for a match like this one."""
        first = Match.new(match.game.name, match.seats, seed=0, **match.options)
        budget = Budget(1, self.budget.milliseconds)
        self.bot.choose(first.known(0), 0, budget, new_rng("prepare"))


def at_most(budget: Budget, seconds: float) -> Budget:
    """Return a budget that ends after this many seconds, if not before."""
    milliseconds = 1000 * seconds
    if budget.milliseconds is not None:
        milliseconds = min(budget.milliseconds, milliseconds)
    return budget._replace(milliseconds=milliseconds)


class HeuristicBot:
    """Plays greedily; in a game without heuristics it searches instead, for a few iterations."""

    def __init__(self, noise: float, iterations: int) -> None:
        """Set the noise of greedy play, and the iterations unless the budget has some."""
        self.greedy = GreedyBot(noise)
        self.iterations = iterations

    def choose(self, known: State, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the action of the highest value, or the one that a search visited most."""
        if has_heuristics(game_of(known)):
            return self.greedy.choose(known, seat, budget, rng)
        return SearchBot().choose(known, seat, Budget(budget.iterations or self.iterations), rng)


_LEVELS = (
    Player(
        "easy", "Plays sensibly, but makes many mistakes.", HeuristicBot(noise=10, iterations=10)
    ),
    Player(
        "medium",
        "Plays sensibly and makes few mistakes.",
        HeuristicBot(noise=3, iterations=50),
    ),
    Player("hard", "Looks ahead briefly before each move.", SearchBot(), Budget(300)),
    Player("expert", "Looks far ahead, for about a second a move.", SearchBot(), Budget(20_000)),
)
LEVELS = tuple(player.name for player in _LEVELS)
PLAYERS = {
    player.name: player
    for player in (
        *_LEVELS,
        Player("random", "Plays any legal move.", RandomBot()),
        Player(
            "greedy",
            "Plays sensibly, and always the same way.",
            HeuristicBot(noise=0, iterations=100),
        ),
    )
}


def find_player(name: str) -> Player:
    """Return a player by name; by budget, as a search; or as `module:name` of somebody's own bot.

    Examples:
        >>> find_player("search@500ms").budget
        Budget(iterations=None, milliseconds=500)
    """
    if not isinstance(name, str):
        raise ValueError(
            f"Give a player's name, or module:name for a bot of your own, not {name!r}."
        )
    if name in PLAYERS:
        return PLAYERS[name]
    if ":" in name:
        return Player(name, "Your own bot.", load_bot(name))
    found = SEARCHES.fullmatch(name)
    if found is None or int(found[2]) < 1:
        raise ValueError(
            f"There is no player {name!r}; choose from: {', '.join(PLAYERS)}; or a search by its"
            " budget, search@2000 or search@500ms, with a network of your own,"
            " search@500ms,net=FILE, or without any, playouts@2000; or a bot of your own,"
            " module:name."
        )
    kind, size, unit, file = found.groups()
    budget = Budget(milliseconds=int(size)) if unit else Budget(iterations=int(size))
    network = NO_NETWORK if kind == "playouts" else Path(file) if file else None
    return Player(name, f"Looks ahead for {budget}.", SearchBot(network=network), budget)


def load_bot(name: str) -> Bot:
    """Import a bot, or a class of bots made without arguments."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, ValueError, AttributeError) as error:
        raise ValueError(f"The bot {name!r} cannot be loaded: {error}.") from error
    bot = found() if isinstance(found, type) else found
    if not callable(getattr(bot, "choose", None)):
        raise ValueError(f"{name!r} is not a bot: it has no method choose.")
    return bot
