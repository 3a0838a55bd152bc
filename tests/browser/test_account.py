"""The account page: sessions, tokens and the password, by clicking."""

from playwright.sync_api import Page, expect

from tests.browser.api_guest import PASSWORD, Guest
from tests.browser.conftest import NewPage

NEW_PASSWORD = "battery and bridge"


def log_in(page: Page, name: str, password: str = PASSWORD) -> Guest:
    """Log in once more, in another browser."""
    guest = Guest(page)
    guest.call_api("POST", "sessions", {"name": name, "password": password})
    return guest


def test_sessions_are_shown_and_ended(new_page: NewPage) -> None:
    laptop = Guest(new_page()).open_account("Ann of the sessions")
    phone = log_in(new_page(touch=True, width=360), "Ann of the sessions")
    laptop.page.goto("/account")
    sessions = laptop.page.get_by_role("region", name="Where you are logged in")
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    expect(sessions.get_by_text("this browser")).to_have_count(1)
    expect(sessions.get_by_text("Chrome on Linux")).to_have_count(2)
    sessions.get_by_role("button", name="Log out there").click()
    sessions.get_by_role("button", name="Log out: Chrome on Linux").click()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    assert phone.call_api("GET", "me") is None
    sessions.get_by_role("button", name="Log out everywhere").click()
    sessions.get_by_role("button", name="Log out here and everywhere").click()
    expect(laptop.page.get_by_text("Nobody needs an account here.")).to_be_visible()
    assert laptop.call_api("GET", "me") is None


def test_a_token_is_made_with_a_scope_and_ended_with_the_password(new_page: NewPage) -> None:
    ann = Guest(new_page()).open_account("Ann of the tokens")
    ann.page.goto("/account")
    tokens = ann.page.get_by_role("region", name="Tokens for your programs")
    tokens.get_by_label("What the token is for").fill("reader")
    tokens.get_by_label("What it may do").select_option("Only read")
    tokens.get_by_label("How long it is valid").select_option("30 days")
    tokens.get_by_role("button", name="Make a token").click()
    shown = tokens.get_by_role("listitem")
    expect(shown).to_contain_text("Only read")
    expect(shown).to_contain_text("not used yet")
    [made] = ann.call_api("GET", "tokens")
    assert (made["scope"], round(made["expires"] - made["created"])) == ("read", 30 * 86_400)
    password = ann.page.get_by_role("region", name="Change the password")
    password.get_by_label("Old password").fill(PASSWORD)
    password.get_by_label("New password").fill(NEW_PASSWORD)
    password.get_by_label("Revoke all tokens as well").check()
    password.get_by_role("button", name="Change the password").click()
    expect(ann.page.get_by_text("Your password is changed.")).to_be_visible()
    expect(shown).to_have_count(0)
    assert ann.call_api("GET", "me")["name"] == "Ann of the tokens"
