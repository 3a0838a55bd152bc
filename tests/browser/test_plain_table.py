"""Games that the client has no folder for, on the plain table."""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_none, faults
from tests.browser.conftest import NewPage
from tests.browser.more_games import CITY_BUSES, STONE_HOUSES, TITLES
from tests.browser.player import KeyboardPlayer, start_game
from tests.browser.server_process import ServerProcess
from tests.browser.table_page import (
    become_guest,
    board,
    call_api,
    fits,
    log_of,
    open_tab,
    play,
    play_in_turn,
    sit_alone,
    sit_together,
    tool,
)
from tests.browser.test_languages import LOCALES, missing_texts

PHONE: Final = {"width": 360, "height": 740, "touch": True}
LAPTOP: Final = {"width": 1366, "height": 650}
MAX_BY_KEYBOARD: Final = 8  # moves; each walks over all buttons before the one that is pressed
MADE_UP: Final = "/table/aaaaaaaaaaaa"


@pytest.fixture(scope="module")
def server_of_more_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that knows more games than the client."""
    command = [sys.executable, "-m", "tests.browser.more_games"]
    server = ServerProcess(tmp_path_factory.mktemp("more games"), command)
    yield server
    server.stop()


@pytest.fixture
def server(server_of_more_games: ServerProcess) -> ServerProcess:
    """The server of this module's pages."""
    return server_of_more_games


def test_a_whole_game_from_the_home_page_to_the_replay(new_page: NewPage) -> None:
    page = new_page(fast=True)
    player = start_game(page, TITLES[CITY_BUSES], 1)
    expect(page.get_by_role("region", name="Your moves")).to_be_visible()
    over = player.play_to_the_end()
    winner = over["position"]["winners"][0]
    result = page.get_by_role("region", name=re.compile("wins|You win|share"))
    expect(result).to_contain_text("You win!" if winner == 0 else "Bot (Easy) wins.")
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("figure", name="Score over time")).to_be_visible()
    expect(page.get_by_role("region", name="Your moves")).to_have_count(0)
    assert_none(faults(page))
    result.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Position in the game")
    slider.press("Home")
    decisions = call_api(page, "GET", f"/tables/{player.table}/decisions/0")["of"]
    expect(page.get_by_text(f"Move 0 of {decisions}")).to_be_visible()
    expect(board(page).get_by_text("On the table")).to_be_visible()


@pytest.mark.parametrize("game", TITLES)
def test_a_game_is_played_by_keyboard_alone(page: Page, game: str) -> None:
    player = KeyboardPlayer(sit_alone(page, game, "easy").page)
    for _ in range(MAX_BY_KEYBOARD):
        play_in_turn_of(player)


def play_in_turn_of(player: KeyboardPlayer) -> None:
    """Make a move by keyboard once one is asked for it."""
    while not player.fetch_update()["position"]["legal"]:
        player.page.wait_for_timeout(50)
    player.move()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", TITLES)
def test_the_table_is_accessible(new_page: NewPage, game: str, size: dict[str, Any]) -> None:
    page = new_page(**size, still=True)
    player = sit_alone(page, game, "easy", "medium", "easy")
    player.touch = bool(size.get("touch"))
    play(player, 4)
    board(page).get_by_role("button").first.wait_for()
    assert fits(page)
    assert_none(faults(page))


def test_what_happens_is_told_with_the_names_of_the_players(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), CITY_BUSES)
    play_in_turn([ann, ben], 4)
    for page in (ann.page, ben.page):
        expect(log_of(page)).to_contain_text(re.compile("Ann (drew|kept|claimed)"))
        expect(log_of(page)).not_to_contain_text(re.compile(r"seat \d"))
    cards = board(ann.page).get_by_role("article")
    expect(cards.first).to_contain_text("Ann")
    expect(cards.last).to_contain_text("Ben")


def test_whose_turn_it_is_is_seen_and_the_others_wait(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), CITY_BUSES)
    for player in (ann, ben):
        player.page.get_by_role("button", name="Keep both").click()
    expect(ann.page.get_by_text("Take transport cards, claim a route")).to_be_visible()
    expect(ben.page.get_by_text("Waiting for Ann.")).to_be_visible()
    turn = board(ben.page).get_by_role("article").filter(has_text="to play")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("Ann")
    expect(ben.page.get_by_text("Your moves appear here when it is your turn.")).to_be_visible()


def test_a_move_is_undone_and_the_chat_works(new_page: NewPage) -> None:
    ann, ben = sit_together(new_page(), new_page(), CITY_BUSES)
    ann.page.get_by_role("button", name="Keep both").click()
    tool(ann.page, "Undo").click()
    expect(log_of(ann.page)).to_contain_text("You took a move back.")
    expect(ann.page.get_by_role("button", name="Keep both")).to_be_enabled()
    log_of(ben.page)
    open_tab(ann.page, "Chat")
    ann.page.get_by_label("Write to the other players").fill("Hello!")
    ann.page.get_by_role("button", name="Send").click()
    expect(ben.page.get_by_role("tab", name="Chat")).to_contain_text("1 new message")


def test_a_hint_is_in_the_servers_words_and_marks_a_button(page: Page) -> None:
    player = sit_alone(page, CITY_BUSES, "easy")
    play(player)
    page.get_by_role("searchbox", name="Search the moves").or_(
        board(page).get_by_role("button").first
    ).first.wait_for()
    tool(page, "Hint").click()
    hints = page.get_by_role("region", name="What a strong bot would consider")
    first = hints.get_by_role("listitem").first
    expect(first).to_contain_text(re.compile("draw|claim", re.IGNORECASE))
    expect(board(page).locator("button.hinted")).to_have_count(0)
    first.get_by_role("button").click()
    expect(board(page).locator("button.hinted")).to_have_count(1)


def test_around_one_screen_the_seats_are_handed_over(page: Page) -> None:
    become_guest(page, "Ann")
    body = {"game": STONE_HOUSES, "seats": ["me", "me", "me"], "start": True}
    page.goto(f"/table/{call_api(page, 'POST', '/tables', body)['id']}")
    for number in (1, 2, 3):
        page.get_by_role("button", name=f"I am Player {number}: show my seat").click()
        own = board(page).get_by_role("article").first
        expect(own).to_contain_text(f"Player {number}")
        board(page).get_by_role("button").first.click()
        if number < 3:
            page.get_by_role("button", name=f"Hand over to Player {number + 1}").click()
    expect(log_of(page)).to_contain_text("Player 1")


def test_the_table_is_read_in_words(page: Page) -> None:
    sit_alone(page, STONE_HOUSES, "easy")
    tool(page, "Read the table").click()
    words = page.get_by_role("dialog", name="The table in words")
    expect(words.get_by_role("heading", name="On the table")).to_be_visible()
    expect(words.get_by_role("heading", name="You", exact=True)).to_be_visible()
    expect(words).to_contain_text("Rounds: 6")


def test_the_rules_drawer_says_that_there_are_no_rules(page: Page) -> None:
    sit_alone(page, CITY_BUSES, "easy")
    tool(page, "Rules").click()
    rules = page.get_by_role("dialog", name="Rules: City Buses")
    expect(rules).to_contain_text("The rules of this game are not available here.")
    expect(rules).to_contain_text("For 2 to 4 players.")
    expect(rules.get_by_role("searchbox")).to_have_count(0)
    expect(rules.get_by_role("link")).to_have_count(0)


def test_what_the_catalogue_says_of_a_game_is_shown(page: Page) -> None:
    described = {"description": "Drive buses through a city.", "link": "https://buses.example/"}
    catalogue = call_api(page, "GET", "/games")
    games = [
        game | (described if game["name"] == CITY_BUSES else {}) for game in catalogue["games"]
    ]
    page.route("**/api/games", lambda route: route.fulfill(json=catalogue | {"games": games}))
    sit_alone(page, CITY_BUSES, "easy")
    tool(page, "Rules").click()
    rules = page.get_by_role("dialog", name="Rules: City Buses")
    expect(rules).to_contain_text("Drive buses through a city.")
    link = rules.get_by_role("link", name="More about this game")
    expect(link).to_have_attribute("href", "https://buses.example/")


def test_no_guided_game_is_offered(page: Page) -> None:
    expect(page.get_by_role("radio", name=TITLES[CITY_BUSES])).to_have_count(1)
    expect(page.get_by_role("link", name="Old London Bridge")).to_be_visible()
    expect(page.get_by_role("link", name=TITLES[CITY_BUSES])).to_have_count(0)
    page.goto(f"/learn/{CITY_BUSES}")
    expect(page.get_by_role("heading", name="The bridge ends here")).to_be_visible()


def test_options_without_words_are_shown_by_their_tidy_names(new_page: NewPage) -> None:
    page = new_page(f"/new?game={STONE_HOUSES}")
    expect(page.get_by_role("radio", name=TITLES[STONE_HOUSES])).to_be_checked()
    expect(page.get_by_label("expert")).to_be_visible()
    page.get_by_text("Individual rules").click()
    page.get_by_label("chapel", exact=True).select_option(label="coins again")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("chapel: coins again")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_the_words_around_the_game_are_in_each_language(new_page: NewPage, language: str) -> None:
    page = new_page(locale=LOCALES[language])
    player = sit_alone(page, CITY_BUSES, "easy")
    play(player, 2)
    assert missing_texts(page) == []
    page.keyboard.press("r")
    expect(page.locator("dialog[open] h3").nth(1)).to_be_visible()
    assert missing_texts(page) == []


def test_another_language_is_spoken_at_once(page: Page) -> None:
    sit_alone(page, CITY_BUSES, "easy")
    page.get_by_role("banner").get_by_role("combobox").select_option("it")
    expect(page.get_by_role("region", name="Le tue mosse")).to_be_visible()
    assert missing_texts(page) == []


def made_up_update() -> dict[str, Any]:
    """Return an update of a game for eight, whose actions have no data."""
    names = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]
    seat = {"kind": "person", "guest": True, "level": None, "away": False, "kept_for": None}
    seats = [seat | {"name": name, "bank": None, "deadline": None} for name in names]
    players: list[dict[str, Any]] = [{"dice": 5, "shown": None, "out": False} for _ in names]
    players[0]["shown"] = [1, 1, 3, 4, 6]
    return {
        "version": 7,
        "now": 1_000_000.0,
        "table": {
            "id": "aaaaaaaaaaaa",
            "game": "many_dice",
            "status": "playing",
            "seats": seats,
            "options": {"ones": "wild"},
            "pace": {"kind": "none"},
            "listed": False,
            "take_back": None,
            "rematch": None,
            "imported": False,
            "commitment": "",
            "contributions": [],
            "seed": None,
        },
        "you": {"seat": 0, "seats": [0], "host": True},
        "position": {
            "moves": 3,
            "waited_for": [0],
            "prompt": {"phase": "bid", "text": "Bid higher than seat 7, or call seat 7 a liar."},
            "legal": [
                {"action": 0, "text": "call seat 7 a liar"},
                {"action": 1, "text": "bid 4 sixes"},
            ],
            "can_undo": False,
            "winners": [],
            "view": {
                "phase": "bid",
                "to_move": 0,
                "round": 2,
                "bid": {"count": 4, "face": 5, "by_seat": 7},
                "bids": [{"seat": 6, "count": 3, "face": 2}, {"seat": 7, "count": 4, "face": 5}],
                "players": players,
            },
        },
        "news": [],
        "gap": False,
        "chat": [],
    }


def open_made_up_table(page: Page, update: dict[str, Any]) -> None:
    """Open a table whose server answers with this update alone."""

    def answer(route: Route) -> None:
        if "/stream" in route.request.url:
            stream = f"retry: 100000\nevent: update\ndata: {json.dumps(update)}\n\n"
            route.fulfill(body=stream, content_type="text/event-stream")
        elif "/log" in route.request.url:
            route.fulfill(json={"moves": 3, "events": [], "at": []})
        else:
            route.fulfill(json=update)

    page.route("**/api/tables/**", answer)
    page.route("**/api/games/many_dice", lambda route: route.fulfill(json={"moves": []}))
    page.goto(MADE_UP)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_eight_sit_at_a_table_of_a_game_without_data_of_its_actions(
    new_page: NewPage, size: dict[str, Any]
) -> None:
    page = new_page(None, **size)
    open_made_up_table(page, made_up_update())
    players = board(page).get_by_role("article")
    expect(players).to_have_count(8)
    expect(players.last).to_contain_text("Hal")
    expect(page.get_by_text("Bid higher than Hal, or call Hal a liar.")).to_be_visible()
    expect(page.get_by_role("button", name="Call Hal a liar")).to_be_visible()
    expect(board(page).get_by_role("region", name="On the table")).to_contain_text("Hal")
    assert fits(page)
    assert_none(faults(page))


def test_a_player_without_a_prompt_is_told_that_it_is_their_turn(new_page: NewPage) -> None:
    page = new_page(None)
    update = made_up_update()
    update["position"]["prompt"] = None
    open_made_up_table(page, update)
    expect(page.get_by_text("It is your turn.")).to_be_visible()


def test_many_moves_are_grouped_by_verb_and_searched(new_page: NewPage) -> None:
    page = new_page(None)
    update = made_up_update()
    bids = [f"bid {count} {face}" for count in range(5, 15) for face in ("twos", "threes", "fours")]
    texts = ["call seat 7 a liar", *bids]
    update["position"]["legal"] = [
        {"action": action, "text": text} for action, text in enumerate(texts)
    ]
    open_made_up_table(page, update)
    moves = page.get_by_role("region", name="Your moves")
    expect(moves.get_by_role("button")).to_have_count(31)
    expect(moves.get_by_role("group", name="Bid").get_by_role("button")).to_have_count(30)
    search = moves.get_by_role("searchbox", name="Search the moves")
    search.fill("12 FOURS")
    expect(moves.get_by_role("button")).to_have_count(1)
    expect(moves.get_by_role("button", name="Bid 12 fours")).to_be_visible()
    expect(moves.get_by_text("1 move", exact=True)).to_be_visible()
    search.fill("no such move")
    expect(moves.get_by_text("No move contains these words.")).to_be_visible()
    search.fill("")
    expect(moves.get_by_role("button")).to_have_count(31)
