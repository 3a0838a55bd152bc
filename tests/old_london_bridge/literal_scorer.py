"""A second scorer, slow and literal: the final scoring as sections B7 and B8 say it.

It reads the view of a game that is over (or any view with open hands), and the edition's file for
what is printed but not shown: the pay for empty slots, and whether the last space counts again. It
shares no code with the game, so that a mistake in one of them shows.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
SLOTS = 12
RANKED = {2: (5,), 3: (5, 3), 4: (5, 3, 1)}  # by seats (B7.1)


@cache
def edition(name: str) -> dict[str, Any]:
    """The file of an edition."""
    folder = files("londinium.games.old_london_bridge") / "editions"
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


def in_order(view: dict[str, Any], amounts: list[int]) -> list[int]:
    """The seats by falling amounts, ties by B3."""
    players = view["players"]
    return sorted(
        range(view["seats"]), key=lambda seat: (-amounts[seat], int(players[seat]["rank"]))
    )


def ranked(view: dict[str, Any], amounts: list[int], least: int) -> list[int]:
    """B7.1: £5, £3, £1 to the first who have at least so much."""
    paid = [0] * view["seats"]
    for seat, pounds in zip(in_order(view, amounts), RANKED[view["seats"]], strict=False):
        if amounts[seat] >= least:
            paid[seat] = pounds
    return paid


def count_type(player: dict[str, Any], kind: str) -> int:
    """How many buildings of a type are on the bridge."""
    return sum(1 for building in player["bridge"] if building["type"] == kind)


def hand_value(player: dict[str, Any]) -> int:
    return sum(int(value) * count for value, count in player["hand"].items())


def hand_size(player: dict[str, Any]) -> int:
    return sum(player["hand"].values())


def unused_tiles(player: dict[str, Any]) -> int:
    """Also those of the last round."""
    return len(player["tiles"]) + len(player["fresh"])


def coins_again(view: dict[str, Any], player: dict[str, Any]) -> int:
    """B8.5: the money of every space up to the marker."""
    spaces = view["tracks"]["chapel"]
    last = len(spaces) - 1
    total = 0
    for space in range(1, player["chapel"] + 1):
        if space < last or edition(view["edition"])["chapel_track"]["end_counts_again"]:
            total += spaces[space]
    return total


def by_steps(steps: int) -> int:
    """B8.8"""
    if steps >= 13:
        return 12
    if steps >= 10:
        return 9
    if steps >= 7:
        return 5
    return 3 if steps >= 4 else 0


def cards_in_hand(cards: int) -> int:
    """B8.12"""
    if cards >= 8:
        return 10
    if cards >= 5:
        return 7
    return 4 if cards >= 3 else 0


def sets_of_cards(hand: dict[str, int]) -> int:
    """B8.13: the best of all ways to put the cards into sets."""
    ones, twos, threes, fours = (hand.get(value, 0) for value in "1234")
    best = 0
    for of_four in range(min(ones, twos, threes, fours) + 1):
        for of_three in range(min(ones, twos, threes) - of_four + 1):
            of_two = min(ones, twos) - of_four - of_three
            best = max(best, 15 * of_four + 10 * of_three + 5 * of_two)
    return best


def longest_run(player: dict[str, Any]) -> int:
    """B8.14"""
    longest = run = 0
    for building in player["bridge"]:
        run = 0 if building["type"] == "park" else run + 1
        longest = max(longest, run)
    return longest


def up_to_30(player: dict[str, Any]) -> int:
    """B8.16"""
    numbers = [building["number"] for building in player["bridge"]]
    return sum(2 for number in numbers if number is not None and number <= 30)


def full_sets(player: dict[str, Any]) -> int:
    """B8.17"""
    return 10 * min(count_type(player, kind) for kind in TYPES)


def chapel_part(view: dict[str, Any]) -> list[int]:
    """B7.2, B8.2 to B8.5; what is scored each round was paid in play."""
    players = view["players"]
    steps = [player["chapel"] for player in players]
    scoring = view["scoring"]["chapel"]
    if scoring == "printed":
        return ranked(view, steps, least=1)
    if scoring == "most_chapels":
        return ranked(view, [count_type(player, "chapel") for player in players], least=1)
    if scoring == "ahead_of_the_last":
        return [own - min(steps) for own in steps]
    if scoring == "coins_again":
        return [coins_again(view, player) for player in players]
    return [0] * view["seats"]


def gate_part(view: dict[str, Any]) -> list[int]:
    """B7.3, B8.6 to B8.8; what is scored each round was paid in play."""
    players = view["players"]
    steps = [player["gate"] for player in players]
    scoring = view["scoring"]["gate"]
    if scoring == "printed":
        return ranked(view, steps, least=1)
    if scoring == "most_gates":
        return ranked(view, [count_type(player, "gate") for player in players], least=1)
    if scoring == "by_steps":
        return [by_steps(own) for own in steps]
    return [0] * view["seats"]


def inn_part(view: dict[str, Any]) -> list[int]:
    """B7.4, B8.10 to B8.13; what is scored each round was paid in play."""
    players = view["players"]
    scoring = view["scoring"]["inn"]
    if scoring == "printed":
        return ranked(view, [hand_value(player) for player in players], least=1)
    if scoring == "most_inns":
        return ranked(view, [count_type(player, "inn") for player in players], least=1)
    if scoring == "cards_in_hand":
        return [cards_in_hand(hand_size(player)) for player in players]
    if scoring == "sets_of_cards":
        return [sets_of_cards(player["hand"]) for player in players]
    return [0] * view["seats"]


def bridge_part(view: dict[str, Any]) -> list[int]:
    """B7.5, B8.14 to B8.17; what is scored each round was paid in play."""
    players = view["players"]
    scoring = view["scoring"]["bridge"]
    if scoring == "printed":
        return ranked(view, [len(player["bridge"]) for player in players], least=0)
    if scoring == "longest_run":
        return ranked(view, [longest_run(player) for player in players], least=0)
    if scoring == "up_to_30":
        return [up_to_30(player) for player in players]
    if scoring == "full_sets":
        return [full_sets(player) for player in players]
    return [0] * view["seats"]


def empty_slots(view: dict[str, Any], player: dict[str, Any]) -> int:
    """B7.6: the last amount of the table is for all higher numbers."""
    pay = edition(view["edition"])["empty_slots"]["pay"]
    return -pay[min(SLOTS - len(player["bridge"]), len(pay) - 1)]


def tiles_part(view: dict[str, Any], player: dict[str, Any]) -> int:
    """B7.7, or B8.9 in its place."""
    tiles = unused_tiles(player)
    if view["scoring"]["gate"] == "unused_tiles":
        return {0: 0, 1: 1, 2: 4, 3: 9}.get(tiles, 16)
    return tiles


def score(view: dict[str, Any]) -> list[dict[str, int]]:
    """The parts of each seat's score."""
    chapel, gate = chapel_part(view), gate_part(view)
    inn, bridge = inn_part(view), bridge_part(view)
    return [
        {
            "money": player["money"],
            "chapel": chapel[seat],
            "gate": gate[seat],
            "inn": inn[seat],
            "bridge": bridge[seat],
            "empty_slots": empty_slots(view, player),
            "tiles": tiles_part(view, player),
        }
        for seat, player in enumerate(view["players"])
    ]


def places(view: dict[str, Any]) -> list[int]:
    """B7.8: the most money wins, a tie by B3."""
    totals = [sum(parts.values()) for parts in score(view)]
    seats = in_order(view, totals)
    return [1 + seats.index(seat) for seat in range(view["seats"])]
