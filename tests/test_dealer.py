from collections import Counter

import pytest

from londinium.dealer import Dealer, commit
from londinium.match import Match


def test_the_nth_card_of_a_pile_does_not_depend_on_the_other_piles() -> None:
    dealer = Dealer.from_number(5)
    assert dealer.deal("cards", 3, [6, 6, 8]) == dealer.deal("cards", 3, [6, 6, 8])
    assert len({dealer.deal(pile, 0, [1] * 1000) for pile in ("cards", "tickets", "x")}) == 3


def test_different_play_draws_the_same_cards_in_the_same_order() -> None:
    """Duplicate play: one seat hoards blind cards, the other table takes tickets first."""
    one, two = (Match.new("ticket_to_ride_london", seats=2, seed=9) for _ in range(2))
    for match in (one, two):
        match.play("keep both")
        match.play("keep both")
    two.play("draw tickets")
    two.play("keep both")
    for match in (one, two):
        match.play("draw deck")
        match.play("draw deck")
    blind = [match.moves[-1].action for match in (one, two)]
    assert blind[0] == blind[1]


def test_outcomes_come_in_proportion_to_their_weights() -> None:
    dealer = Dealer.from_number(1)
    counts = Counter(dealer.deal("cards", n, [1, 0, 3]) for n in range(4000))
    assert counts[1] == 0
    assert 900 < counts[0] < 1100


def test_a_seed_is_secret_and_new_for_every_dealer() -> None:
    assert Dealer().seed != Dealer().seed
    assert len(Dealer().seed) == 16


def test_the_commitment_is_a_hash_of_the_seed() -> None:
    dealer = Dealer.from_number(3)
    assert dealer.commitment == commit(dealer.seed)
    assert dealer.commitment != Dealer.from_number(4).commitment
    assert dealer.seed.hex() not in dealer.commitment


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        Dealer(b"short")
