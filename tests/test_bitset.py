import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from londinium.bitset import Words, contains, insert, is_empty, members, pick, size, to_list
from londinium.jit import njit
from londinium.rng import below, new_rng


@njit
def put(words: Words, action: int) -> bool:
    insert(words, action)
    return is_empty(words)


@given(st.sets(st.integers(0, 319)))
def test_a_set_holds_what_was_put_in_in_ascending_order(actions: set[int]) -> None:
    words = np.zeros(5, np.uint64)
    for action in actions:
        assert not put(words, action)
    out = np.zeros(320, np.uint16)
    assert size(words) == members(words, out) == len(actions)
    assert out[: len(actions)].tolist() == to_list(words) == sorted(actions)
    assert [int(pick(words, k)) for k in range(len(actions))] == sorted(actions)
    assert all(contains(words, action) == (action in actions) for action in range(320))


def test_random_numbers_are_even_and_repeat_with_their_key() -> None:
    rng = new_rng("even", 1)
    counts = np.bincount([int(below(rng, 7)) for _ in range(7000)], minlength=7)
    assert counts.min() > 880
    assert counts.max() < 1120
    again = [[int(below(r, 100)) for _ in range(5)] for r in (new_rng(1), new_rng(1), new_rng(2))]
    assert again[0] == again[1] != again[2]
