"""A second engine, literally from the rules, but for the scoring, which literal_scorer has."""

from collections import Counter
from collections.abc import Generator
from typing import NamedTuple, TypeVar

from tests.ticket_to_ride_london.literal_scorer import ROUTES, TICKETS

BUS, GREY = "bus", "grey"
COLOURS = ("blue", "green", "black", "pink", "yellow", "orange")
CARDS = {"blue": 6, "green": 6, "black": 6, "pink": 6, "yellow": 6, "orange": 6, "bus": 8}
BUSES = 17  # of each seat
SPACES = 5  # of the display
ROUTE_COLOURS = (  # in the order of ROUTES, ten to a row
    *("blue", "green", "yellow", "orange", "black", "grey", "black", "pink", "blue", "grey"),
    *("grey", "grey", "green", "yellow", "blue", "orange", "grey", "grey", "pink", "black"),
    *("pink", "grey", "grey", "grey", "grey", "grey", "green", "yellow", "orange", "blue"),
    *("yellow", "green", "black", "orange", "yellow", "pink", "grey", "grey", "blue", "pink"),
    *("orange", "green", "grey", "black"),
)
FIRST_LANES = (10, 12, 14, 16, 19, 21, 27, 34, 36)  # the second lane is the route after it
TWINS = {lane: lane + 1 for lane in FIRST_LANES} | {lane + 1: lane for lane in FIRST_LANES}
LANES = {lane: " lane 1" if lane in FIRST_LANES else " lane 2" for lane in TWINS}
ROUTE_NAMES = [f"{start} - {end}{LANES.get(i, '')}" for i, (start, end, _) in enumerate(ROUTES)]
TICKET_NAMES = [f"{start} - {end}" for start, end, _ in TICKETS]


def show_cards(cards: list[str]) -> str:
    return " + ".join(f"{count} {card}" for card, count in Counter(cards).items())


class Chance(NamedTuple):
    weights: dict[str, int]  # by outcome


class Decision(NamedTuple):
    options: dict[int, set[str]]  # of each seat that may act


class Answer(NamedTuple):
    text: str  # an outcome or an action
    seat: int | None = None  # None for chance


Viewer = int | None  # a seat, another number for one who only watches, None for one who sees all
Result = TypeVar("Result")
Steps = Generator[Chance | Decision, Answer, Result]


class LiteralGame:
    """A game that asks for every chance event and decision, and counts its rare moments."""

    def __init__(self, seats: int) -> None:
        """T1.1, T1.2, T1.3: the material of each seat and of the table."""
        self.seats = seats
        self.buses = [BUSES] * seats
        self.deck = list(Counter(CARDS).elements())
        self.discards: list[str] = []
        self.display: list[str | None] = [None] * SPACES
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.known: list[list[str]] = [[] for _ in range(seats)]  # of each hand, T5.3
        self.shown: list[list[str]] = [[] for _ in range(seats)]  # of each hand, T5.4
        self.owners: list[int | None] = [None] * len(ROUTES)
        self.ticket_deck = list(range(len(TICKETS)))
        self.under_deck: list[tuple[int, int]] = []  # ticket, seat that put it there
        self.offered: list[list[int]] = [[] for _ in range(seats)]
        self.choices: dict[int, str] = {}  # of first tickets, by seat
        self.tickets: list[list[int]] = [[] for _ in range(seats)]
        self.turn = self.last_turns = self.passes = 0
        self.phase = ""
        self.to_move: int | None = None
        self.corners: Counter[str] = Counter()

    def play(self) -> Steps[None]:
        """The whole game."""
        yield from self.deal_cards()
        yield from self.settle_display()
        yield from self.deal_tickets()
        yield from self.choose_first_tickets()
        yield from self.take_turn()
        while not self.all_passed() and not self.final_round_is_over():
            self.go_clockwise()
            yield from self.take_turn()
        self.phase, self.to_move = "ended", None

    def happen(self, phase: str, weights: dict[str, int]) -> Steps[str]:
        """How Londinium asks: a chance event is always dealt, also with one possible outcome."""
        self.phase, self.to_move = phase, None
        return (yield Chance(weights)).text

    def ask(self, phase: str, options: set[str]) -> Steps[str]:
        """How Londinium asks: the seat whose turn it is decides."""
        self.phase, self.to_move = phase, self.turn
        return (yield Decision({self.turn: options})).text

    # 2 Set-up

    def deal_cards(self) -> Steps[None]:
        """T2.1: two to each player."""
        for _ in range(self.seats):
            for _ in range(2):
                self.hands[self.turn].append((yield from self.draw_from_deck("deal cards")))
            self.go_clockwise()

    def settle_display(self) -> Steps[None]:
        """T2.2: while three buses are face up, all five are discarded and five new turned up."""
        yield from self.fill_display()
        while self.display.count(BUS) >= 3 and not self.is_frozen():
            self.corners["display cleared"] += 1
            self.discards += [card for card in self.display if card]
            self.display = [None] * SPACES
            yield from self.fill_display()
        self.corners["display frozen"] += self.display.count(BUS) >= 3

    def deal_tickets(self) -> Steps[None]:
        """T2.3: two to each player."""
        for _ in range(self.seats):
            for _ in range(2):
                self.offered[self.turn].append((yield from self.draw_ticket("deal tickets")))
            self.go_clockwise()

    def choose_first_tickets(self) -> Steps[None]:
        """T2.3: all choose, and may change it, until the last has chosen; then in seat order."""
        options = {seat: self.keepable(seat) for seat in range(self.seats)}
        while waiting := options.keys() - self.choices:
            self.phase, self.to_move = "choose", min(waiting)
            answer = yield Decision(options)
            assert answer.seat is not None
            self.choices[answer.seat] = answer.text
        for seat in range(self.seats):
            self.keep(seat, self.choices[seat])
        self.choices = {}

    def go_clockwise(self) -> None:
        """T2.4: seat 0 begins, then clockwise."""
        self.turn = (self.turn + 1) % self.seats

    # 3 A turn

    def take_turn(self) -> Steps[None]:
        """T3.1, T3.6, T3.11, T3.13: exactly one of three actions, or a pass if there is none."""
        claims = self.claims()
        options = self.drawable() | claims.keys()
        if self.ticket_deck or self.under_deck:
            options.add("draw tickets")
        action = yield from self.ask("turn", options or {"pass"})
        self.passes = self.passes + 1 if action == "pass" else 0
        if action == "pass":
            self.corners["pass"] += 1
        elif action == "draw tickets":
            yield from self.draw_tickets()
        elif action in claims:
            yield from self.claim(*claims[action])
        else:
            yield from self.draw_cards(action)

    def draw_cards(self, first: str) -> Steps[None]:
        """T3.1, T3.4: two cards; the second must be taken if there is one."""
        yield from self.take(first)
        if first == f"draw {BUS}":
            return
        second = self.second_cards()
        if not second:
            self.corners["turn with one card"] += 1
        elif len(second) == 1:
            self.corners["only possible second card"] += 1
            yield from self.take(*second)
        else:
            yield from self.take((yield from self.ask("second", second)))

    def drawable(self) -> set[str]:
        """T3.1, T3.4: from the five, or blind while the deck or the discards hold a card."""
        blind = {"draw deck"} if self.deck or self.discards else set()
        return blind | {f"draw {card}" for card in self.display if card}

    def take(self, draw: str) -> Steps[None]:
        """T3.1: one card; one taken face up is replaced at once."""
        card = draw.removeprefix("draw ")
        if card == "deck":
            self.hands[self.turn].append((yield from self.draw_from_deck("blind")))
            self.look_past_empty_deck()
            return
        self.display[self.display.index(card)] = None
        for cards in (self.hands, self.known, self.shown):
            cards[self.turn].append(card)
        yield from self.settle_display()

    def second_cards(self) -> set[str]:
        """T3.2: a face-up bus may not be the second card."""
        return self.drawable() - {f"draw {BUS}"}

    def draw_from_deck(self, phase: str) -> Steps[str]:
        """T3.3: when a card is needed of an empty deck, the discards are the new deck."""
        pile = self.deck or self.discards
        card = yield from self.happen(phase, dict(Counter(pile)))
        if not self.deck:
            self.corners["deck made anew"] += 1
            self.deck, self.discards = self.discards, []
        self.deck.remove(card)
        return card

    def fill_display(self) -> Steps[None]:
        """T3.4: the lowest empty space first, while there are cards."""
        for space in range(SPACES):
            if self.display[space] is None and (self.deck or self.discards):
                self.display[space] = yield from self.draw_from_deck("fill")
                self.look_past_empty_deck()

    def is_frozen(self) -> bool:
        """T3.5: three buses stay while fewer than three coloured cards are outside the hands."""
        outside = [*self.deck, *self.discards, *self.display]
        return sum(card in COLOURS for card in outside) < 3

    def claims(self) -> dict[str, tuple[int, list[str]]]:
        """T3.6: any free route, in each way to pay for it."""
        return {
            f"claim {ROUTE_NAMES[route]} for {show_cards(cards)}": (route, cards)
            for route in range(len(ROUTES))
            if self.owners[route] is None
            and self.has_buses(route)
            and self.lane_is_open(route, self.turn)
            and not self.waits_for_twin(route)
            for cards in self.payments(route)
        }

    def claim(self, route: int, cards: list[str]) -> Steps[None]:
        """T3.7, T3.8, T3.4: buses are placed, cards discarded, empty spaces filled again."""
        self.owners[route] = self.turn
        self.buses[self.turn] -= len(cards)
        self.discards += cards
        for card in cards:
            self.spend(card)
        yield from self.settle_display()

    def has_buses(self, route: int) -> bool:
        """T3.7: at least as many buses as the route has spaces."""
        return self.buses[self.turn] >= ROUTES[route][2]

    def payments(self, route: int) -> list[list[str]]:
        """T3.8: cards of one colour, of which bus cards replace any number."""
        hand, length, colour = self.hands[self.turn], ROUTES[route][2], ROUTE_COLOURS[route]
        mixes = [
            [own] * (length - buses) + [BUS] * buses
            for own in (COLOURS if colour == GREY else (colour,))
            for buses in range(length + 1)
        ]
        return [mix for mix in mixes if all(hand.count(card) >= mix.count(card) for card in mix)]

    def lane_is_open(self, route: int, seat: int) -> bool:
        """T3.10: nobody owns both lanes; with two players a claimed lane closes the other."""
        owner = self.owners[TWINS[route]] if route in TWINS else None
        return owner is None or (self.seats > 2 and owner != seat)

    def waits_for_twin(self, route: int) -> bool:
        """How Londinium asks: of two free lanes alike lane 1 stands for both."""
        twin = TWINS.get(route, route)
        alike = ROUTE_COLOURS[twin] == ROUTE_COLOURS[route]
        return alike and twin < route and self.owners[twin] is None

    def draw_tickets(self) -> Steps[None]:
        """T3.11: two, of which one or both are kept; a lone one is kept."""
        for _ in range(min(2, len(self.ticket_deck) + len(self.under_deck))):
            self.offered[self.turn].append((yield from self.draw_ticket("offer")))
        if len(self.offered[self.turn]) == 1:
            self.corners["lone ticket"] += 1
            self.keep(self.turn, "keep both")
        else:
            self.keep(self.turn, (yield from self.ask("keep", self.keepable(self.turn))))

    def draw_ticket(self, phase: str) -> Steps[int]:
        """T3.11: from the top; those put under the deck come last, the first of them first."""
        top = self.ticket_deck or [ticket for ticket, _ in self.under_deck[:1]]
        name = yield from self.happen(phase, {TICKET_NAMES[ticket]: 1 for ticket in top})
        ticket = TICKET_NAMES.index(name)
        if self.ticket_deck:
            self.ticket_deck.remove(ticket)
        else:
            self.under_deck.pop(0)
        return ticket

    def keepable(self, seat: int) -> set[str]:
        """T2.3, T3.11: one of the two tickets, or both."""
        return {"keep both", *(f"keep {TICKET_NAMES[ticket]}" for ticket in self.offered[seat])}

    def keep(self, seat: int, answer: str) -> None:
        """T2.3, T3.11: a ticket not kept goes under the deck."""
        for ticket in self.offered[seat]:
            if answer in ("keep both", f"keep {TICKET_NAMES[ticket]}"):
                self.tickets[seat].append(ticket)
            else:
                self.under_deck.append((ticket, seat))
        self.offered[seat] = []

    def all_passed(self) -> bool:
        """T3.13: if all players pass in a row the game ends."""
        return self.passes == self.seats

    # 4 End

    def final_round_is_over(self) -> bool:
        """T4.1: two buses or fewer at the end of a turn give every player one more turn."""
        if self.last_turns:
            self.last_turns -= 1
            return self.last_turns == 0
        if self.buses[self.turn] <= 2:
            self.last_turns = self.seats
        return False

    # 5 Hidden and public

    def shows(self, seat: int, viewer: Viewer) -> bool:
        """T5.1, T5.6: the cards and tickets of a seat are its secret till the end."""
        return viewer in (None, seat) or self.phase == "ended"

    def spend(self, card: str) -> None:
        """T5.3: a card that others know of is spent before one that they do not."""
        for cards in (self.hands, self.known, self.shown):
            if card in cards[self.turn]:
                cards[self.turn].remove(card)

    def look_past_empty_deck(self) -> None:
        """T5.4: with two players an empty deck shows each the other's whole hand."""
        if self.seats == 2 and not self.deck:
            self.corners["hands shown by an empty deck"] += 1
            self.shown = [list(hand) for hand in self.hands]

    def known_hand(self, seat: int, viewer: Viewer) -> list[str]:
        """T5.3, T5.4: what others know of a hand; who only watches learns less."""
        watches = viewer not in (None, *range(self.seats)) and self.phase != "ended"
        return self.known[seat] if watches else self.shown[seat]

    def seen_hand(self, seat: int, viewer: Viewer) -> list[str]:
        """T5.1, T5.3: a hand, or what others know of it."""
        return self.hands[seat] if self.shows(seat, viewer) else self.known_hand(seat, viewer)

    def seen_under_deck(self, viewer: Viewer) -> list[int | None]:
        """T5.5: a player knows the tickets they put under the deck."""
        return [ticket if self.shows(by, viewer) else None for ticket, by in self.under_deck]
