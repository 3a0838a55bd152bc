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
    sessions.get_by_role("button", name="Log out on all devices").click()
    expect(laptop.page.get_by_text("You don't need an account.")).to_be_visible()
    assert laptop.call_api("GET", "me") is None


def test_a_token_is_made_with_a_scope_and_ended_with_the_password(new_page: NewPage) -> None:
    ann = Guest(new_page()).open_account("Ann of the tokens")
    ann.page.goto("/account")
    tokens = ann.page.get_by_role("region", name="API tokens")
    tokens.get_by_label("What is the token for?").fill("reader")
    tokens.get_by_label("Permissions").select_option("Read only")
    tokens.get_by_label("Valid for").select_option("30 days")
    tokens.get_by_role("button", name="Create a token").click()
    shown = tokens.get_by_role("listitem")
    expect(shown).to_contain_text("Read only")
    expect(shown).to_contain_text("never used")
    [made] = ann.call_api("GET", "tokens")
    assert (made["scope"], round(made["expires"] - made["created"])) == ("read", 30 * 86_400)
    password = ann.page.get_by_role("region", name="Change password")
    password.get_by_label("Current password").fill(PASSWORD)
    password.get_by_label("New password").fill(NEW_PASSWORD)
    password.get_by_label("Also revoke all tokens").check()
    password.get_by_role("button", name="Change password").click()
    expect(ann.page.get_by_text("Your password has been changed.")).to_be_visible()
    expect(shown).to_have_count(0)
    assert ann.call_api("GET", "me")["name"] == "Ann of the tokens"
