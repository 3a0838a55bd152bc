"""What a host can set, and what is said when it is set wrongly."""

from dataclasses import FrozenInstanceError, fields
from ipaddress import ip_network

import pytest

from londinium.server.settings import PREFIX, SETTINGS, Settings

GOOD = {
    "DATABASE_URL": ("postgresql://me:pw@db/londinium", "postgresql://me:pw@db/londinium"),
    "HOST": ("::", "::"),
    "PORT": ("9000", 9000),
    "PUBLIC_URL": ("https://Example.org/", "https://example.org"),
    "ALLOWED_HOSTS": ("Example.org, [::1]", ("example.org", "[::1]")),
    "TRUSTED_PROXIES": ("10.0.0.1, fd00::/8", (ip_network("10.0.0.1"), ip_network("fd00::/8"))),
    "CONNECTIONS": ("16", 16),
    "CONNECTIONS_PER_ADDRESS": ("17", 17),
    "BOT_THREADS": ("3", 3),
    "BOT_PACE_MS": ("0", 0),
    "REQUESTS_PER_SECOND": ("1", 1),
    "REQUESTS_BURST": ("2", 2),
    "ADDRESS_REQUESTS_PER_SECOND": ("3", 3),
    "ADDRESS_REQUESTS_BURST": ("4", 4),
    "GUESTS_PER_HOUR": ("5", 5),
    "LOGINS_PER_MINUTE": ("6", 6),
    "ADDRESS_LOGINS_PER_MINUTE": ("12", 12),
    "NAME_LOGINS_PER_MINUTE": ("13", 13),
    "TABLES_PER_HOUR": ("7", 7),
    "UNFINISHED_TABLES": ("12", 12),
    "IMPORTS_PER_HOUR": ("13", 13),
    "MATCHES_KEPT": ("14", 14),
    "GUEST_DAYS": ("15", 15),
    "DISK_RESERVE_MB": ("0", 0),
    "BOT_TABLES_PER_PERSON": ("12", 12),
    "BOT_TABLES_PER_ADDRESS": ("13", 13),
    "STREAMS_PER_IDENTITY": ("8", 8),
    "CHAT_PER_MINUTE": ("9", 9),
    "HINTS_PER_MINUTE": ("11", 11),
    "HEARTBEAT_SECONDS": ("10", 10),
    "GRACE_SECONDS": ("0", 0),
    "LOG_LEVEL": ("debug", "debug"),
    "METRICS": ("off", "off"),
}
BAD = [
    ("DATABASE_URL", "mysql://db/londinium"),
    ("HOST", ""),
    ("HOST", " 127.0.0.1"),
    ("PORT", "65536"),
    ("PORT", "eighty"),
    ("PUBLIC_URL", "example.org"),
    ("PUBLIC_URL", "ftp://example.org"),
    ("PUBLIC_URL", "https://"),
    ("PUBLIC_URL", "https://example.org/games"),
    ("PUBLIC_URL", "https://example.org/?a"),
    ("PUBLIC_URL", "https://me:secret@example.org"),
    ("ALLOWED_HOSTS", "https://example.org"),
    ("ALLOWED_HOSTS", "example.org:8000"),
    ("TRUSTED_PROXIES", "proxy.example.org"),
    ("TRUSTED_PROXIES", "10.0.0.1/8"),
    ("BOT_THREADS", "0"),
    ("BOT_PACE_MS", "-1"),
    ("REQUESTS_PER_SECOND", "0"),
    ("REQUESTS_BURST", "1.5"),
    ("HEARTBEAT_SECONDS", "0"),
    ("GUEST_DAYS", "0"),
    ("DISK_RESERVE_MB", "-1"),
    ("LOG_LEVEL", "INFO"),
    ("METRICS", "yes"),
]


def test_nothing_set_gives_the_defaults() -> None:
    settings = Settings.from_environment({"PATH": "/bin"})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.public_url) == ("127.0.0.1", None, None)
    assert settings.database_url.startswith("sqlite:///")
    assert settings.bot_threads >= 1


@pytest.mark.parametrize(("name", "value"), list(GOOD.items()))
def test_a_setting_is_read_from_its_variable(name: str, value: tuple[str, object]) -> None:
    settings = Settings.from_environment({PREFIX + name: value[0]})
    assert getattr(settings, name.lower()) == value[1]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_refused_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=rf"^{PREFIX}{name} must be .*[^.]\.$"):
        Settings.from_environment({PREFIX + name: value})


def test_a_refusal_does_not_repeat_a_value_that_may_hold_a_password() -> None:
    with pytest.raises(ValueError, match="LONDINIUM_DATABASE_URL must be") as refused:
        Settings.from_environment({"LONDINIUM_DATABASE_URL": "mysql://me:hunter2@db"})
    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_an_unknown_setting_is_refused_and_the_nearest_named() -> None:
    with pytest.raises(ValueError, match=r"LONDINIUM_PROT is not .* set LONDINIUM_PORT instead\."):
        Settings.from_environment({"LONDINIUM_PROT": "1"})
    with pytest.raises(ValueError, match=r"LONDINIUM_XYZZY is not a setting; unset it\."):
        Settings.from_environment({"LONDINIUM_XYZZY": "1"})


def test_variables_that_others_read_are_left_to_them() -> None:
    others = {"LONDINIUM_CACHE_DIR": "/tmp/x", "LONDINIUM_OLB_EDITION": "mine.toml"}
    assert Settings.from_environment(others) == Settings()


def test_every_setting_is_described_in_a_sentence() -> None:
    assert [s.name for s in SETTINGS] == [f.name for f in fields(Settings)]
    assert {s.variable.removeprefix(PREFIX) for s in SETTINGS} == set(GOOD)
    for setting in SETTINGS:
        assert setting.about.endswith("."), setting.name
        assert setting.default, setting.name


def test_defaults_that_are_shown_as_values_can_be_set_as_shown() -> None:
    words = {
        "database_url",
        "port",
        "public_url",
        "allowed_hosts",
        "trusted_proxies",
        "bot_threads",
    }
    for setting in SETTINGS:
        if setting.name not in words:
            assert setting.read(setting.default) == getattr(Settings(), setting.name)


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_cookies_are_secure_when_browsers_come_over_https() -> None:
    assert Settings(public_url="https://example.org").secure
    assert not Settings(public_url="http://example.org").secure
    assert not Settings().secure
