"""The search queue: fair by person, then by table; screens first; less time instead of waiting."""

from collections import Counter

from londinium.server.tables.search_queue import (
    LEAST_SECONDS,
    OFF_SCREEN_EVERY,
    ROUND_SECONDS,
    Search,
    SearchQueue,
)


def search(person: str, table: str = "a table", on_screen: bool = True) -> Search:
    return Search(person, table, on_screen)


def queue_of(*searches: Search, threads: int = 1) -> SearchQueue:
    queue = SearchQueue(threads)
    for one in searches:
        queue.add(one)
    return queue


def take(queue: SearchQueue) -> Search:
    taken = queue.take()
    assert taken is not None
    return taken[0]


def run(queue: SearchQueue, seconds: float = 1.0) -> Search:
    """Take a search and finish it."""
    taken = take(queue)
    queue.finish(taken, seconds)
    return taken


def seconds_for(queue: SearchQueue) -> float | None:
    taken = queue.take()
    assert taken is not None
    return taken[1]


def test_one_search_runs_in_each_thread() -> None:
    queue = queue_of(search("Ann"), search("Ann"), search("Ann"), threads=2)
    first = take(queue)
    take(queue)
    assert queue.take() is None
    assert (queue.waiting, queue.running) == (1, 2)
    queue.finish(first, 1.0)
    take(queue)
    assert (queue.waiting, queue.running) == (0, 2)


def test_who_comes_last_waits_for_none_of_the_fifty_of_another() -> None:
    queue = queue_of(*(search("guest", f"table {number}") for number in range(50)))
    running = take(queue)
    queue.add(search("Ann"))
    queue.finish(running, 0.5)
    assert take(queue).person == "Ann"


def test_the_tables_of_a_person_take_turns() -> None:
    tables = ["first", "second", "third"]
    queue = queue_of(*(search("Ann", table) for table in tables))
    played = []
    for _ in range(9):
        done = run(queue)
        played.append(done.table)
        queue.add(search("Ann", done.table))
    assert played == tables * 3


def test_people_get_the_same_time_however_many_tables_they_have_and_however_long_each() -> None:
    queue = queue_of(*map(search, ["Ann"] * 2 + ["guest"] * 9))
    lengths, turns = {"Ann": 0.1, "guest": 1.0}, Counter[str]()
    for _ in range(220):
        taken = take(queue)
        queue.add(search(taken.person))
        queue.finish(taken, lengths[taken.person])
        turns[taken.person] += 1
    assert abs(turns["Ann"] - 200) <= 10


def test_a_thread_for_each_before_a_second_one_for_anybody() -> None:
    queue = queue_of(search("guest"), search("guest"), search("guest"), threads=2)
    assert take(queue).person == "guest"
    queue.add(search("Ann"))
    assert take(queue).person == "Ann"


def test_who_was_away_has_saved_up_no_time() -> None:
    queue = queue_of(search("Ann"), search("Ann"))
    for _ in range(100):
        queue.add(search("Ann"))
        run(queue)
    for _ in range(10):
        queue.add(search("Ben"))
    people = [run(queue).person for _ in range(4)]
    assert sorted(people) == ["Ann", "Ann", "Ben", "Ben"]


def test_tables_on_a_screen_come_first() -> None:
    queue = queue_of(search("Ann", on_screen=False), search("Ben"), search("Ben"))
    assert [run(queue).person for _ in range(3)] == ["Ben", "Ben", "Ann"]


def test_tables_on_no_screen_have_a_turn_now_and_then() -> None:
    queue = queue_of(search("Ann", on_screen=False), search("Ann", on_screen=False))
    on_screen = []
    for _ in range(2 * OFF_SCREEN_EVERY):
        queue.add(search("Ben"))
        on_screen.append(run(queue).on_screen)
    assert on_screen == 2 * [*[True] * (OFF_SCREEN_EVERY - 1), False]


def test_a_table_that_is_opened_comes_first_from_then_on() -> None:
    queue = queue_of(
        search("Ann", "first", on_screen=False), search("Ann", "second", on_screen=False)
    )
    queue.opened("second")
    queue.add(search("Ben", "third", on_screen=False))
    assert take(queue).table == "second"


def test_a_search_that_was_removed_is_not_taken() -> None:
    first, second = search("Ann"), search("Ann")
    queue = queue_of(first, second)
    queue.remove(first)
    assert take(queue) is second
    assert queue.waiting == 0


def test_alone_a_search_has_all_the_time_it_likes() -> None:
    assert seconds_for(queue_of(search("Ann"))) is None
    queue = queue_of(search("Ann"), threads=2)
    take(queue)
    queue.add(search("Ben"))
    assert seconds_for(queue) is None  # though another runs


def test_the_more_wait_the_less_time_each_has() -> None:
    assert seconds_for(queue_of(search("Ann"), search("Ben"))) == ROUND_SECONDS / 2
    assert seconds_for(queue_of(*map(search, ["Ann", "Ben"] * 2))) == ROUND_SECONDS / 4
    assert seconds_for(queue_of(*map(search, ["Ann"] * 4), threads=2)) == ROUND_SECONDS / 2


def test_no_search_has_less_time_than_it_takes_to_play_sensibly() -> None:
    assert seconds_for(queue_of(*map(search, ["Ann"] * 1000))) == LEAST_SECONDS


def test_the_tables_of_one_cost_the_searches_of_another_half_their_time_at_most() -> None:
    queue = queue_of(search("Ann"), *(search("guest", str(number)) for number in range(50)))
    assert seconds_for(queue) == ROUND_SECONDS / 2
    assert seconds_for(queue_of(*map(search, ["guest"] * 50), search("Ann"))) == LEAST_SECONDS


def test_tables_on_no_screen_cost_those_on_a_screen_no_time() -> None:
    unseen = [search("guest", str(number), on_screen=False) for number in range(50)]
    assert seconds_for(queue_of(*unseen, search("Ann"))) is None
    assert seconds_for(queue_of(unseen[0], search("Ann"), search("Ben"))) == ROUND_SECONDS / 2


def test_nothing_is_kept_of_people_for_whom_nothing_waits() -> None:
    queue = SearchQueue(1)
    for number in range(100):
        queue.add(search(f"person {number}"))
        queue.add(search(f"person {number + 1}"))
        run(queue)
        run(queue, seconds=3.0)
    assert queue._used == {}
    assert not queue._running
