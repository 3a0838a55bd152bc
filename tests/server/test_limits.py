"""How many requests an address or a person may make, and what counts as an address."""

from ipaddress import ip_network
from typing import Any

import pytest

from londinium.server.errors import TooMany
from londinium.server.http.addresses import UNKNOWN, Addresses, is_local
from londinium.server.limits import Limits, Rate, StreamLimit, rates
from londinium.server.settings import Settings
from tests.server.in_process_server import Clock

PROXIES = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def request(peer: str | None, **headers: str) -> dict[str, Any]:
    raw = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    return {"client": (peer, 1) if peer else None, "headers": raw, "scheme": "http"}


def wait_of(limits: Limits, key: str, kind: str = "chat") -> int:
    with pytest.raises(TooMany) as raised:
        limits.check(key, kind)
    assert raised.value.code == "too_many"
    assert raised.value.values == {"limit": kind}
    return raised.value.retry_after


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    clock = Clock()
    limits = Limits({"chat": Rate(0.5, 3)}, clock)
    for _ in range(3):
        limits.check("ada", "chat")
    assert wait_of(limits, "ada") == 2
    clock.time += 1.5
    assert wait_of(limits, "ada") == 1
    clock.time += 0.5
    limits.check("ada", "chat")
    assert wait_of(limits, "ada") == 2


def test_what_costs_more_takes_more_of_the_burst() -> None:
    clock = Clock()
    limits = Limits({"chat": Rate(1, 10)}, clock)
    limits.check("ada", "chat", 5)
    limits.check("ada", "chat", 4)
    with pytest.raises(TooMany) as raised:
        limits.check("ada", "chat", 5)
    assert raised.value.retry_after == 4
    limits.check("ada", "chat")
    clock.time += 10
    limits.check("ada", "chat", 1000)  # more than the burst is as much as the burst
    assert wait_of(limits, "ada") == 1


def test_a_bucket_fills_no_further_than_its_burst() -> None:
    clock = Clock()
    limits = Limits({"chat": Rate(0.5, 3)}, clock)
    limits.check("ada", "chat")
    clock.time += 1000
    for _ in range(3):
        limits.check("ada", "chat")
    wait_of(limits, "ada")


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    clock = Clock()
    limits = Limits({"chat": Rate(0.5, 3)}, clock)
    limits.check("ada", "chat")
    clock.time -= 3600
    assert wait_of(limits, "ada") == 2
    clock.time += 2
    limits.check("ada", "chat")


def test_retry_after_is_at_least_a_second() -> None:
    limits = Limits({"chat": Rate(100, 1)}, Clock())
    limits.check("ada", "chat")
    assert wait_of(limits, "ada") == 1


def test_keys_and_kinds_have_buckets_of_their_own() -> None:
    limits = Limits({"chat": Rate(1, 1), "table": Rate(1, 1)}, Clock())
    limits.check("ada", "chat")
    limits.check("ada", "table")
    limits.check("bob", "chat")
    wait_of(limits, "ada", "table")


def test_what_was_not_seen_for_longest_is_forgotten_first() -> None:
    limits = Limits({"chat": Rate(1, 2)}, Clock(), most_keys=2)
    for key in ("ada", "bob", "ada", "cyd"):  # cyd drives out bob
        limits.check(key, "chat")
    wait_of(limits, "ada")
    limits.check("bob", "chat")
    limits.check("bob", "chat")
    wait_of(limits, "bob")


def test_every_rate_comes_from_the_settings() -> None:
    given = rates(Settings(logins_per_minute=6, guests_per_hour=36, requests_burst=7))
    assert given["login"] == Rate(0.1, 6)
    assert given["guest"] == Rate(0.01, 36)
    assert given["request"] == Rate(20, 7)
    assert given["address"] == Rate(50, 200)
    assert given["table"].burst == 60
    assert given["chat"].per_second == 0.5


def test_streams_are_counted_while_they_are_open() -> None:
    streams = StreamLimit(2, Clock())
    with streams.opened("ada"), streams.opened("bob"):
        with streams.opened("ada"), pytest.raises(TooMany) as raised, streams.opened("ada"):
            pass
        assert raised.value.code == "too_many_streams"
        assert raised.value.retry_after >= 1
        with streams.opened("ada"):
            pass


def test_what_was_spent_elsewhere_is_charged_as_far_as_there_is_any() -> None:
    limits = Limits({"chat": Rate(1, 10)}, Clock())
    limits.charge("ada", "chat", 8)
    limits.check("ada", "chat", 2)
    wait_of(limits, "ada")
    limits.charge("ada", "chat", 1000)
    assert wait_of(limits, "ada") == 1
    limits.charge("ada", "a kind of a newer version", 1)


def test_other_workers_are_told_of_those_who_have_spent_a_good_part() -> None:
    clock = Clock()
    limits = Limits({"chat": Rate(1, 100), "table": Rate(1, 2)}, clock)
    limits.check("ada", "chat")
    assert limits.take_spent() == []  # nobody asked for it to be noted
    rare: list[bool] = []
    limits.track(lambda: rare.append(True))
    for key, times in {"ada": 4, "bob": 7}.items():
        for _ in range(times):
            limits.check(key, "chat")
    assert not rare
    limits.check("ada", "table")
    assert rare == [True]
    assert limits.take_spent() == [("chat", "bob", 7), ("table", "ada", 1)]
    assert limits.take_spent() == []
    limits.check("ada", "chat")
    assert limits.take_spent() == [("chat", "ada", 5)]
    limits.check("cyd", "chat")
    clock.time += 1
    assert limits.take_spent() == []
    assert limits._spent == {"chat": {}, "table": {}}  # cyd's bucket is full again


def test_streams_at_other_workers_count_as_long_as_they_are_heard_of() -> None:
    clock = Clock()
    streams = StreamLimit(2, clock)
    streams.note_others("other", "ada", 2, clock())
    with pytest.raises(TooMany), streams.opened("ada"):
        pass
    clock.time += 60
    with streams.opened("ada"):
        assert streams.take_changed() == [("ada", 1)]
        assert streams.take_changed() == []
        assert streams.take_changed(repeat=True) == [("ada", 1)]
    assert streams.take_changed() == [("ada", 0)]
    assert streams.take_changed(repeat=True) == []
    assert not streams._others


def test_the_peer_is_the_address_unless_it_is_a_trusted_proxy() -> None:
    claimed = {"x_forwarded_for": "203.0.113.9"}
    assert Addresses().of(request("192.0.2.1", **claimed)) == "192.0.2.1"
    assert Addresses(PROXIES).of(request("192.0.2.1", **claimed)) == "192.0.2.1"
    assert Addresses(PROXIES).of(request("10.0.0.1", **claimed)) == "203.0.113.9"
    assert Addresses(PROXIES).of(request("10.0.0.1")) == "10.0.0.1"


def test_the_last_address_that_is_not_a_proxy_of_ours_counts() -> None:
    addresses = Addresses(PROXIES)
    forged = "198.51.100.7, 203.0.113.9, 10.2.2.2"
    assert addresses.of(request("10.0.0.1", x_forwarded_for=forged)) == "203.0.113.9"
    assert addresses.of(request("10.0.0.1", x_forwarded_for="nonsense")) == "10.0.0.1"
    twice = request("10.0.0.1", x_forwarded_for="198.51.100.7")
    twice["headers"].append((b"x-forwarded-for", b"203.0.113.9"))
    assert addresses.of(twice) == "203.0.113.9"


def test_ipv6_counts_by_its_64_bits_of_network() -> None:
    same = Addresses().of(request("2001:db8:1:2:3::1"))
    assert same == Addresses().of(request("2001:db8:1:2:9::7")) == "2001:db8:1:2::/64"
    assert Addresses().of(request("2001:db8:1:3::1")) != same
    assert Addresses().of(request("::ffff:192.0.2.1")) == "192.0.2.1"


def test_a_peer_without_an_address_is_unknown() -> None:
    assert Addresses().of(request(None)) == UNKNOWN
    assert Addresses(PROXIES).of(request(None)) == UNKNOWN


def test_https_is_believed_of_the_connection_and_of_trusted_proxies() -> None:
    addresses = Addresses(PROXIES)
    assert addresses.is_https(request("192.0.2.1") | {"scheme": "https"})
    assert addresses.is_https(request("10.0.0.1", x_forwarded_proto="https"))
    assert not addresses.is_https(request("10.0.0.1", x_forwarded_proto="http"))
    assert not addresses.is_https(request("192.0.2.1", x_forwarded_proto="https"))


def test_only_programs_on_this_machine_without_a_proxy_are_local() -> None:
    assert is_local(request("127.0.0.1"))
    assert is_local(request("::1"))
    assert not is_local(request("192.0.2.1"))
    assert not is_local(request(None))
    for name in ("x_forwarded_for", "forwarded", "x_real_ip"):
        assert not is_local(request("127.0.0.1", **{name: "192.0.2.1"}))
