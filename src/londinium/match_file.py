"""Match files: a match as one JSON object, checked as it is read; verification of its deal."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from londinium.dealer import CONTRIBUTION_BYTES, SEED_BYTES, Contribution, Dealer, commit
from londinium.match import Match, find_game

FORMAT = 1
FORMAT_WITH_POSITION = 2  # of a match that starts from a position: others are still written as 1
FORMAT_WITH_CONTRIBUTIONS = 3  # of seats to the seed; such a match may start from a position too
FORMAT_WITH_PLAYERS = 4  # by name, or by the level of a bot; it may have all of the others too
# Of a file, several times as much as this program writes.
MAX_OPTIONS = 50
MAX_NAME = 100  # characters, as of all texts
MAX_PLAYER = 24  # characters of a player's name
MAX_MOVE = 500
MAX_POSITION = 20_000
MAX_SHOWN = 300  # characters of what is wrong, in the sentence that says so
COMMITMENT = re.compile("[0-9a-f]{64}")
LEVEL = re.compile("[a-z][a-z0-9_]{0,31}")


class BadMatchFile(ValueError):
    """A match file that is damaged, foreign, or of other rules; the message says what to do."""


class Player(NamedTuple):
    """Who had a seat: a person by name, or a bot by its level."""

    name: str | None = None
    bot: str | None = None


def to_json(
    match: Match, *, reveal_seed: bool = False, players: Sequence[Player] = ()
) -> dict[str, Any]:
    """Return the match as plain data, including all secrets.

    The seed, from which all that is still to come follows, is in it only once the game is over,
    or if revealed. What one seat may see of a match is `Match.view` and `Match.events`.
    `players` are those of all seats, or none if they are not to be named.
    """
    reveal = match.dealer is not None and (match.is_over or reveal_seed)
    start: dict[str, Any] = {} if match.position is None else {"position": match.position}
    if match.contributions:
        start["contributions"] = [contribution_to_json(one) for one in match.contributions]
    if players:
        start["players"] = [player_to_json(one) for one in players]
    return {
        "format": "londinium match",
        "format_version": _format_of(start),
        "game": match.game.name,
        "rules_version": match.game.rules_version,
        "seats": match.seats,
        "options": match.options,
        **start,
        "commitment": match.commitment,
        "seed": match.dealer.seed.hex() if match.dealer and reveal else None,
        "moves": [match.show_move(number) for number in range(len(match.moves))],
        "scores": match.scores if match.is_over else None,
        "places": match.places if match.is_over else None,
    }


def _format_of(data: Mapping[str, Any]) -> int:
    """Return the oldest format that has all that is in the data."""
    if "players" in data:
        return FORMAT_WITH_PLAYERS
    if "contributions" in data:
        return FORMAT_WITH_CONTRIBUTIONS
    return FORMAT_WITH_POSITION if "position" in data else FORMAT


def contribution_to_json(one: Contribution) -> dict[str, Any]:
    """Return what a seat contributed to the seed as plain data."""
    revealed = one.revealed.hex() if one.revealed else None
    return {"seat": one.seat, "commitment": one.commitment, "contribution": revealed}


def player_to_json(one: Player) -> dict[str, str]:
    """Return who had a seat as plain data."""
    return {key: value for key, value in one._asdict().items() if value is not None}


def players_of(data: Mapping[str, Any]) -> tuple[Player, ...]:
    """Return the players that a match file names, seat by seat; none if it names none."""
    found = data.get("players", [])
    if "players" in data and not (
        isinstance(found, list) and len(found) == data.get("seats") and all(map(_is_player, found))
    ):
        raise BadMatchFile(
            "The match file's players are not, seat by seat, a name of at most "
            f"{MAX_PLAYER} characters or the level of a bot."
        )
    return tuple(Player(**one) for one in found)


def _is_player(data: Any) -> bool:
    match data:
        case {"name": str(name), **rest} if not rest:
            return 0 < len(name) <= MAX_PLAYER and name.isprintable()
        case {"bot": str(level), **rest} if not rest:
            return LEVEL.fullmatch(level) is not None
        case _:
            return False


def from_json(data: Any) -> Match:
    """Replay a match from plain data; every move is checked."""
    if not isinstance(data, dict) or data.get("format") != "londinium match":
        raise BadMatchFile("This is not a Londinium match file.")
    _check_format(data)
    match = _start(data)
    moves = data.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadMatchFile("The match file's moves are not a list of strings.")
    if any(len(move) > MAX_MOVE for move in moves):
        raise BadMatchFile(f"A move of the match file has more than {MAX_MOVE} characters.")
    for number, text in enumerate(moves, start=1):
        try:
            _replay(match, text)
        except ValueError as error:
            raise BadMatchFile(f"Move {number} of the match file, {text!r}: {error}") from error
    result = (match.scores, match.places) if match.is_over else (None, None)
    if (data.get("scores"), data.get("places")) != result:
        raise BadMatchFile(
            "The match file's scores or places do not follow from its moves."
            if match.is_over
            else "The match file has scores or places, but its match is unfinished."
        )
    _seat_dealer(match, data.get("seed"))
    return match


def _shown(value: Any) -> str:
    return _cut(repr(value))


def _cut(text: str) -> str:
    """Return a text as a sentence can show it, however long it is."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def is_commitment(value: Any) -> bool:
    """Return whether something is a commitment as a match file has it, or none."""
    return value is None or (isinstance(value, str) and COMMITMENT.fullmatch(value) is not None)


def _check_format(data: dict[str, Any]) -> None:
    version = data.get("format_version")
    if type(version) is not int or version not in range(FORMAT, FORMAT_WITH_PLAYERS + 1):
        raise BadMatchFile(
            f"The match file has format {_shown(version)} and this version reads {FORMAT} to "
            f"{FORMAT_WITH_PLAYERS}: use the version that wrote it."
        )
    if version != _format_of(data):
        raise BadMatchFile(
            f"The match file says format {version}, but what is in it is format {_format_of(data)}."
        )
    if not isinstance(data.get("position", ""), str):
        raise BadMatchFile("The match file's position is not a string.")


def _start(data: dict[str, Any]) -> Match:
    try:
        game = find_game(_cut(str(data.get("game"))))
        seats, options = data.get("seats"), data.get("options")
        if type(seats) is not int or not isinstance(options, dict):
            raise BadMatchFile("The match file does not give its number of seats and its options.")
        if data.get("rules_version") != game.rules_version:
            raise BadMatchFile(
                f"The match was played by rules {_shown(data.get('rules_version'))} and this "
                f"version plays rules {game.rules_version}: use the version that wrote it."
            )
        _check_options(options)
        missing = [option.name for option in game.options if option.name not in options]
        if missing:
            raise BadMatchFile(f"The match file does not give its {', '.join(missing)}.")
        match = Match(game, seats, options)
        if "position" in data:
            match = Match.from_position(game, _check_position(data["position"]))
        if (match.seats, match.options) != (seats, game.settle_options(options)):
            raise BadMatchFile(
                "The match file's seats or options differ from those of its position."
            )
    except BadMatchFile:
        raise
    except ValueError as error:
        raise BadMatchFile(f"The match file cannot be started: {_cut(str(error))}") from error
    match.commitment = data.get("commitment")
    if not is_commitment(match.commitment):
        raise BadMatchFile("The match file's commitment is not 64 hex digits.")
    match.contributions = _contributions(data.get("contributions", []), match.seats)
    players_of(data)
    return match


def _check_options(options: dict[str, Any]) -> None:
    texts = [*options, *options.values()]
    if len(options) > MAX_OPTIONS or any(len(_shown(text)) > MAX_NAME for text in texts):
        raise BadMatchFile(
            f"The match file has more than {MAX_OPTIONS} options, or one with more than "
            f"{MAX_NAME} characters."
        )


def _check_position(position: Any) -> Any:
    if isinstance(position, str) and len(position) > MAX_POSITION:
        raise BadMatchFile(f"The match file's position has more than {MAX_POSITION} characters.")
    return position


def _contributions(data: Any, seats: int) -> tuple[Contribution, ...]:
    try:
        found = tuple(_contribution(one, seats) for one in data)
        in_order = [one.seat for one in found] == sorted({one.seat for one in found})
    except (TypeError, ValueError, KeyError):
        in_order = False
    if not in_order:
        raise BadMatchFile(
            "The match file's contributions are not, seat by seat, a commitment of 64 hex digits "
            f"and {CONTRIBUTION_BYTES} bytes in hex or null."
        )
    return found


def _contribution(data: Any, seats: int) -> Contribution:
    one = Contribution(data["seat"], data["commitment"], _revealed(data["contribution"]))
    if type(one.seat) is not int or one.seat not in range(seats):
        raise ValueError("There is no such seat.")
    if not COMMITMENT.fullmatch(one.commitment):
        raise ValueError("A commitment is malformed.")
    return one


def _revealed(text: str | None) -> bytes | None:
    if text is None:
        return None
    revealed = bytes.fromhex(text)
    if len(revealed) != CONTRIBUTION_BYTES:
        raise ValueError("A contribution has the wrong length.")
    return revealed


def _replay(match: Match, text: str) -> None:
    if text.startswith("deal "):
        match.deal(text.removeprefix("deal "))
        return
    seat = re.fullmatch(r"(\d): (.*)", text)
    if not seat:
        example = match.game.show_action(0)
        raise ValueError(f"a move looks like '0: {example}', or 'deal' and what is dealt.")
    match.play(seat[2], int(seat[1]))


def _seat_dealer(match: Match, seed: Any) -> None:
    """Let the dealer of the file go on with a match that is not over."""
    if seed is None:
        return
    try:
        match.dealer = Dealer(bytes.fromhex(seed), match.contributions)
    except (TypeError, ValueError) as error:
        raise BadMatchFile(f"The match file's seed is not {SEED_BYTES} bytes in hex.") from error
    match.deal_out()


def read(path: Path) -> Match:
    """Read a match file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadMatchFile(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadMatchFile(f"{path} is not a match file: it is not JSON.") from error
    try:
        return from_json(data)
    except BadMatchFile as error:
        raise BadMatchFile(f"{path}: {error}") from error


def write(match: Match, path: Path, *, reveal_seed: bool = False) -> None:
    """Write a match file, whole or not at all, in a directory that is made if necessary."""
    text = json.dumps(to_json(match, reveal_seed=reveal_seed), indent=1, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_text(text + "\n", encoding="utf-8")
    unfinished.replace(path)


def _start_again(match: Match) -> Match:
    """Return a match with the same start and dealer, without its moves."""
    if match.position is not None:
        return Match.from_position(match.game, match.position, match.dealer)
    return Match(match.game, match.seats, match.options, match.dealer)


def verify(match: Match) -> str | None:
    """Return what is wrong with the deal of a match, or None if all was dealt as committed to."""
    if match.dealer is None:
        return "the seed is not revealed, so the deal cannot be verified."
    if match.commitment != commit(match.dealer.seed):
        return "the seed is not the one committed to at the start."
    for one in match.contributions:
        if not one.kept:
            return f"the contribution of seat {one.seat} is not the one it committed to."
    again = _start_again(match)
    for number, move in enumerate(match.moves, start=1):
        if len(again.moves) >= number:
            dealt = again.moves[number - 1]
        else:
            again.play(move.action, move.seat)
            dealt = move
        if dealt != move:
            said = match.show_move(number - 1)
            return f"move {number} is {said!r}, but the seed deals {again.show_move(number - 1)!r}."
    return None


def compare(match: Match, commitment: str | None, contributions: Mapping[int, str]) -> str | None:
    """Return what differs from what a player kept: the dealer's commitment, and those of seats.

    Of a seat one may have kept what it contributed, or what it committed to.
    """
    if commitment is not None and commitment.lower() != match.commitment:
        return "the commitment is not the one you kept."
    of_file = {one.seat: one for one in match.contributions}
    for seat, text in contributions.items():
        one = of_file.get(seat)
        if one is None:
            return f"seat {seat} has no contribution in it, but you kept one."
        if COMMITMENT.fullmatch(text.lower()):
            if text.lower() != one.commitment:
                return f"the commitment of seat {seat} is not the one you kept."
        elif one.revealed is None:
            return f"the contribution of seat {seat} was left out."
        elif text.lower() != one.revealed.hex():
            return f"the contribution of seat {seat} is not the one you kept."
    return None
