"""The printed material as data: every action is what its text says."""

from typing import Any

from londinium.game import GAMES

TTR, OLB = GAMES["ticket_to_ride_london"], GAMES["old_london_bridge"]


def test_every_action_is_told_once() -> None:
    for game in (TTR, OLB):
        moves = game.material()["moves"]
        assert len(moves) == game.actions
        assert len({repr(move) for move in moves}) == game.actions


def test_a_claim_names_its_route_and_what_is_paid() -> None:
    printed = TTR.material()
    claims = 0
    for action, move in enumerate(printed["moves"]):
        if move["kind"] != "claim":
            continue
        claims += 1
        route = printed["routes"][move["route"]]
        a, b = (printed["places"][end]["name"] for end in route["ends"])
        paid = [f"{move['cards']} {move['card']}"] * bool(move["cards"])
        paid += [f"{move['buses']} bus"] * bool(move["buses"])
        assert TTR.show_action(action).startswith(f"claim {a} - {b}")
        assert TTR.show_action(action).endswith(f" for {' + '.join(paid)}")
        assert move["cards"] + move["buses"] == route["length"]
    assert claims > 200


def told(move: dict[str, Any]) -> str | None:
    """Return the text that an action of Old London Bridge should have, of the kinds with values."""
    match move["kind"]:
        case "play":
            return f"play {' + '.join(map(str, move['cards']))}"
        case "place":
            return f"{move['space'].replace('outer', 'place')} {move['stack']}"
        case "replace":
            return f"replace {move['number']}"
        case "take_tile":
            return f"take tile {move['stack'] + 1}"
        case "take_cards":
            cards = [v for v in (4, 3, 2, 1) for _ in range(move["counts"][v - 1])]
            return f"take {' + '.join(map(str, cards)) or 'nothing'}"
        case "use":
            return f"use {move['tile']}"
        case "raise":
            return f"raise {('first', 'second')[move['which']]} card"
    return move["kind"].replace("_", " ")


def test_the_actions_of_the_bridge_are_what_their_texts_say() -> None:
    printed = OLB.material()
    for action, move in enumerate(printed["moves"]):
        assert OLB.show_action(action) == told(move)
    assert "reference" in printed["editions"]
