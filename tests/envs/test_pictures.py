"""Pictures of positions: whole, legible, and of nothing that the viewer may not know."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from londinium import game as rules
from londinium.conformance import random_action, random_options
from londinium.drawing.svg import SEAT_LETTERS, SMALL, element, text
from londinium.envs.pictures import draw
from londinium.game import EVERYONE, GAMES, SPECTATOR, State, game_of
from londinium.games.old_london_bridge.picture.pieces import PARK
from londinium.match import Match
from londinium.rng import new_rng

LONDON, BRIDGE = "ticket_to_ride_london", "old_london_bridge"
STEP = 19  # decisions from one picture to the next
SVG = "{http://www.w3.org/2000/svg}"


@cache
def positions(name: str, seats: int) -> list[dict[int, State]]:
    """What each seat and a spectator know at positions throughout two random matches."""
    return [
        {seat: match.known(seat) for seat in (*range(seats), SPECTATOR)}
        for seed in range(2)
        for match in random_match(name, seats, seed)
    ]


def random_match(name: str, seats: int, seed: int) -> Iterator[Match]:
    """A random match with random options, every few decisions and at its end."""
    rng = new_rng("pictures", name, seats, seed)
    match = Match.new(name, seats, seed, **random_options(GAMES[name], rng))
    yield match
    decisions = 0
    while not match.is_over:
        match.play(random_action(match, match.to_move, rng))
        decisions += 1
        if decisions % STEP == 0 or match.is_over:
            yield match


def picture(known: State, seat: int = SPECTATOR) -> Element:
    """The root of the picture of what a seat knows."""
    game = game_of(known)
    return parse(draw(game, game.view(known, seat)))


def parse(drawn: str) -> Element:
    """The root of a picture, which is an SVG document."""
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    return root


def words(root: Element) -> list[str]:
    """All lines of text in a part of a picture."""
    return ["".join(line.itertext()) for line in root.iter(f"{SVG}text")]


def part(root: Element, name: str) -> Element:
    """The part of a picture that has a name."""
    found = root.find(f".//{SVG}g[@class='{name}']")
    assert found is not None
    return found


def cards(root: Element) -> list[str]:
    """What is written on the cards in a part of a picture."""
    return [" ".join(words(card)) for card in root.iter(f"{SVG}g") if card.get("class") == "card"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", [LONDON, BRIDGE])
def test_every_seat_and_a_spectator_get_a_picture_of_every_position(name: str, seats: int) -> None:
    for known in positions(name, seats):
        for seat in known:
            root = picture(known[seat], seat)
            for other in range(seats):
                told = words(part(root, f"seat-{other}"))
                assert SEAT_LETTERS[other] in told
                assert (f"Seat {other} (viewer)" if other == seat else f"Seat {other}") in told
            sizes = [float(line.get("font-size", 0)) for line in root.iter(f"{SVG}text")]
            assert min(sizes) >= SMALL
            assert "None" not in " ".join(words(root))


@pytest.mark.parametrize("name", [LONDON, BRIDGE])
def test_even_a_picture_of_all_secrets_lies_within_its_sheet(name: str) -> None:
    for match in random_match(name, 4, 2):
        root = parse(draw(match.game, match.game.view(match.state, EVERYONE)))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for line in root.iter(f"{SVG}text"):
            assert float(line.get("x", 0)) < width
            assert float(line.get("y", 0)) < height


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_map_shows_all_places_and_who_owns_which_route(seats: int) -> None:
    game = GAMES[LONDON]
    places = [place["name"] for place in game.material()["places"]]
    lengths = [route["length"] for route in game.material()["routes"]]
    for known in positions(LONDON, seats):
        told = Counter(words(picture(known[SPECTATOR])))
        assert all(told[name] == 1 for name in places)
        owned = Counter(dict.fromkeys(range(seats), 1))  # a letter beside each name
        for owner, length in zip(
            game.view(known[SPECTATOR], SPECTATOR)["routes"], lengths, strict=True
        ):
            owned[owner] += length
        assert all(told[SEAT_LETTERS[seat]] == owned[seat] for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bridges_show_all_their_buildings(seats: int) -> None:
    for known in positions(BRIDGE, seats):
        root = picture(known[SPECTATOR])
        players = GAMES[BRIDGE].view(known[SPECTATOR], SPECTATOR)["players"]
        for seat, player in enumerate(players):
            told = Counter(words(part(root, f"seat-{seat}")))
            assert told >= Counter(str(house["number"] or PARK) for house in player["bridge"])
            assert told >= Counter(house["type"] for house in player["bridge"])


def test_a_picture_of_the_end_has_each_place_and_score() -> None:
    for name, told in ((LONDON, "place {}, {} points"), (BRIDGE, "Seat {seat}, place {}")):
        match = [*random_match(name, 3, 0)][-1]
        shown = words(picture(match.known()))
        for seat, (place, score) in enumerate(zip(match.places, match.scores, strict=True)):
            assert told.format(place, score, seat=seat) in shown
            assert name == LONDON or str(score) in shown


@pytest.mark.parametrize("name", [LONDON, BRIDGE])
def test_what_the_viewer_cannot_know_does_not_change_the_picture(name: str) -> None:
    game = GAMES[name]
    for number, position in enumerate(positions(name, 3)):
        for seat, known in position.items():
            full, again = np.zeros(1, game.state), np.zeros(1, game.state)
            rules.determinize(known, seat, new_rng("another", number), full)
            rules.redact(full[0], seat, again)
            drawn = draw(game, game.view(again[0], seat))
            assert drawn == draw(game, game.view(known, seat))


def seen(match: Match, seat: int, other: int) -> list[str]:
    """The cards that the seat's picture has beside another seat."""
    root = picture(match.known(seat), seat)
    return cards(part(root, f"seat-{other}"))


def test_a_hidden_hand_of_the_bridge_shows_no_card() -> None:
    match = Match.new(BRIDGE, 3, 1)
    match.play(match.legal(1)[0], 1)
    assert seen(match, 0, 0)
    assert seen(match, 1, 1)
    assert not seen(match, 0, 1)
    assert not seen(match, SPECTATOR, 0)
    assert "has chosen" in words(picture(match.known(0), 0))


def test_an_open_hand_of_the_bridge_shows_its_cards() -> None:
    match = Match.new(BRIDGE, 3, 1, hands="open")
    assert seen(match, SPECTATOR, 1) == sorted(match.view(1)["players"][1]["hand"])


def test_of_a_hand_in_london_only_cards_taken_face_up_are_shown() -> None:
    match = Match.new(LONDON, 2, 1)
    while match.view()["phase"] == "choose":
        match.play(match.legal()[0])
    assert sum(int(count) for count in seen(match, 0, 0)) == 2
    assert not seen(match, 1, 0)
    match.play(match.legal()[0])  # takes a card of the display
    assert seen(match, 1, 0) == ["1"]
    assert "cards not seen 2" in words(picture(match.known(1), 1))


def test_tickets_are_shown_to_their_owner_alone() -> None:
    match = Match.new(LONDON, 2, 1)
    for seat in (0, 1, SPECTATOR):
        told = Counter(words(picture(match.known(seat), seat)))
        assert told["offered"] == (2 if seat >= 0 else 0)


def test_text_is_escaped() -> None:
    told = "<b> & \"c\" 'd'"
    assert parse_text(text(0, 0, told)) == told
    assert ElementTree.fromstring(element("g", title=told)).get("title") == told
    for name in (LONDON, BRIDGE):
        match = Match.new(name, 2, 1)
        root = parse(draw(replace(match.game, title=told), match.view(0)))
        assert told in words(root)


def parse_text(drawn: str) -> str | None:
    """The words of a text element."""
    return ElementTree.fromstring(drawn).text


def test_a_game_without_a_picture_of_its_own_is_shown_by_the_fields_of_its_view() -> None:
    match = Match.new(LONDON, 2, 1)
    other = replace(match.game, title="Another game", package="tests")
    told = words(parse(draw(other, match.view(0))))
    assert {"Another game", "phase: choose", "to move: 0", "players 1"} <= set(told)
