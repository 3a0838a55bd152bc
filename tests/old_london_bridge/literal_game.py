"""A second engine, literally from the rules: pieces in lists, and markers in real stacks."""

import tomllib
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from importlib import resources
from itertools import combinations_with_replacement, pairwise
from typing import NamedTuple, TypeVar

MATERIAL = tomllib.loads(
    resources.files("londinium.games.old_london_bridge")
    .joinpath("editions/reference.toml")
    .read_text(encoding="utf-8")
)
TYPES = ("chapel", "gate", "inn", "shop", "guild", "park")
COLOURS = ("blue", "orange", "grey", "green")
CARDS = {1: 15, 2: 15, 3: 11, 4: 10}  # of each value, in the supply at first
STEP_TILES = ("chapel steps", "gate steps")
TILES = ("share", "free centre", "x space", "keep card", *STEP_TILES, "plus one", "lady")
SCORINGS = {
    "chapel": ("most_chapels", "first_each_round", "ahead_of_the_last", "coins_again"),
    "gate": ("most_gates", "first_each_round", "by_steps", "unused_tiles"),
    "inn": ("most_inns", "highest_card", "cards_in_hand", "sets_of_cards"),
    "bridge": ("longest_run", "lowest_number", "up_to_30", "full_sets"),
}
SLOTS = 12
CHAPEL_END: int = MATERIAL["chapel_track"]["length"]
CHAPEL_COINS: dict[int, int] = {
    **{int(space): coin for space, coin in MATERIAL["chapel_track"]["coins"].items()},
    CHAPEL_END: MATERIAL["chapel_track"]["end"],
}
GATE_END: int = MATERIAL["gate_track"]["length"]
GATE_END_MONEY: int = MATERIAL["gate_track"]["end"]
BONUS_SPACES: list[int] = MATERIAL["gate_track"]["bonus_spaces"]
AROUND: list[str] = MATERIAL["rondel"]["stacks"]  # clockwise
RONDEL: list[int | str] = MATERIAL["rondel"]["spaces"]  # clockwise
PAY: list[int] = MATERIAL["empty_slots"]["pay"]


@dataclass(frozen=True)
class Building:
    type: str
    number: int | None  # None for a park
    crests: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"park {self.crests[0]}" if self.number is None else str(self.number)


def all_buildings() -> list[Building]:
    """B1.2, B1.3: twelve of each type; a guild hall bears all four crests."""
    numbered = [
        Building(text.split()[0], int(number), tuple(text.split()[1:]) or COLOURS)
        for number, text in MATERIAL["buildings"].items()
    ]
    counts = MATERIAL["parks"].items()
    return numbered + [Building("park", None, (c,)) for c, count in counts for _ in range(count)]


def numbers_fall(bridge: list[Building]) -> bool:
    """B5.13: between parks the numbers fall from left to right."""
    return all(
        left.number > right.number
        for left, right in pairwise(bridge)
        if left.number is not None and right.number is not None
    )


@dataclass
class BuildingStack:
    hidden: list[Building]
    top: Building | None = None


@dataclass
class TileStack:
    hidden: list[str] = field(default_factory=lambda: list(TILES))
    top: str | None = None


@dataclass
class PlayedCard:
    value: int
    raised: int = 0

    @property
    def total(self) -> int:
        return self.value + self.raised


class Tile(NamedTuple):
    action: str
    gained: int  # the round


class Turn(NamedTuple):
    seat: int
    card: int  # which of the seat's cards of the round: 0 or, with two players, 1


@dataclass
class Player:
    hand: list[int]
    money: int = 5
    bridge: list[Building] = field(default_factory=list)
    gate: int = 0
    tiles: list[Tile] = field(default_factory=list)
    choice: list[int] | None = None
    played: list[PlayedCard | None] = field(default_factory=list)  # None once it is back
    pawn: str | None = None  # the type of the stack it is at, or centre

    def count(self, kind: str) -> int:
        return sum(building.type == kind for building in self.bridge)

    def crests(self, colour: str) -> int:
        """B5.15: on the whole bridge."""
        return sum(colour in building.crests for building in self.bridge)


class Chance(NamedTuple):
    weights: dict[str, int]  # by outcome


class Decision(NamedTuple):
    options: dict[int, set[str]]  # of each seat that may act


class Answer(NamedTuple):
    text: str  # an outcome or an action
    seat: int | None = None  # None for chance


Viewer = int | None  # a seat, or None for one who only watches
Result = TypeVar("Result")
Steps = Generator[Chance | Decision, Answer, Result]


class LiteralGame:
    """A game that asks for every chance event and decision, and counts its rare moments."""

    def __init__(self, seats: int, scoring: dict[str, str], hands: str) -> None:
        """B1.1, B1.4, B1.5, B2.4: the material of each seat and of the table."""
        self.seats = seats
        self.scoring = scoring  # by category; random till chance draws one
        self.hands = hands
        self.rounds = 6 if seats == 2 else 12
        self.cards_a_round = 2 if seats == 2 else 1
        self.players = [Player([0] * self.cards_a_round) for _ in range(seats)]
        self.supply = list(Counter(CARDS).elements())
        self.markers = [1, 2, 3] * 5
        self.rondel = list(RONDEL)  # the space at each stack of AROUND
        buildings = all_buildings()
        self.stacks = {
            kind: BuildingStack([b for b in buildings if b.type == kind]) for kind in TYPES
        }
        self.tile_stacks = [TileStack() for _ in range(3)]
        self.stairs: list[int] = []  # seats, A first
        self.chapel: list[list[int]] = [[] for _ in range(CHAPEL_END + 1)]  # from below, by space
        self.round = self.turn = self.due = 0
        self.order: list[Turn] = []
        self.turns_over = 0
        self.kept = False
        self.building: Building | None = None  # taken and not yet built
        self.lowest: tuple[int, int] | None = None  # number, seat
        self.phase = ""
        self.to_move: int | None = None
        self.corners: Counter[str] = Counter()

    def play(self) -> Steps[None]:
        """The whole game."""
        yield from self.draw_scorings()
        yield from self.lay_rondel()
        yield from self.climb_stairs()
        yield from self.open_stacks()
        yield from self.play_round()
        while not self.is_over():
            yield from self.play_round()
        self.phase, self.to_move = "ended", None
        self.corners.update(f"{category}: {name}" for category, name in self.scoring.items())
        self.corners["tied scores"] += len(set(self.totals())) < self.seats

    def happen(self, phase: str, outcomes: list[str]) -> Steps[str]:
        """How Londinium asks: a chance event is dealt also if it has one possible outcome."""
        self.phase, self.to_move = phase, None
        return (yield Chance(dict(Counter(outcomes)))).text

    def ask(self, phase: str, options: set[str]) -> Steps[str]:
        """How Londinium asks: the seat whose turn it is decides."""
        self.phase, self.to_move = phase, self.turn
        return (yield Decision({self.turn: options})).text

    def ask_in_mid_turn(self, phase: str, options: set[str]) -> Steps[str]:
        """B5.24: a decision with only one answer is not asked."""
        if len(options) > 1:
            return (yield from self.ask(phase, options))
        self.corners[f"lone answer: {phase}"] += 1
        return min(options)

    @property
    def player(self) -> Player:
        return self.players[self.turn]

    def usable(self, seat: int) -> list[str]:
        """B6.1, B9.6: the tiles from earlier rounds."""
        return [tile.action for tile in self.players[seat].tiles if tile.gained < self.round]

    def spend(self, action: str) -> None:
        """B6.1: a tile is used once; then it leaves the game."""
        self.corners[f"tile used: {action}"] += 1
        tiles = self.player.tiles
        tiles.remove(next(t for t in tiles if t.action == action and t.gained < self.round))

    # 2 Set-up

    def draw_scorings(self) -> Steps[None]:
        """B8.1: each of the four is equally likely."""
        for category, scorings in SCORINGS.items():
            if self.scoring[category] == "random":
                self.scoring[category] = yield from self.happen("scoring", list(scorings))

    def lay_rondel(self) -> Steps[None]:
        """B2.1: the rondel is laid down turned any way."""
        x_at = yield from self.happen("rondel", [f"x at {stack}" for stack in AROUND])
        while self.money_at(x_at.removeprefix("x at ")) != "X":
            self.turn_rondel(1)

    def climb_stairs(self) -> Steps[None]:
        """B2.5, B2.6: chance puts the markers on the stairs; the last has no choice left."""
        for stair in "ABCD"[: self.seats]:
            left = [seat for seat in range(self.seats) if seat not in self.stairs]
            names = [f"seat {seat}" for seat in left]
            name = (yield from self.happen("stairs", names)) if len(left) > 1 else names[0]
            seat = int(name.removeprefix("seat "))
            self.stairs.append(seat)
            for value, count in enumerate(MATERIAL["starting_hand"][stair], start=1):
                for _ in range(count):
                    self.take_card(seat, value)

    def open_stacks(self) -> Steps[None]:
        """B2.2, B2.7: the top tile of each stack is open."""
        for stack in self.stacks.values():
            yield from self.turn_up_building(stack)
        for tiles in self.tile_stacks:
            yield from self.turn_up_tile(tiles)

    def turn_up_building(self, stack: BuildingStack) -> Steps[None]:
        stack.top = None
        if stack.hidden:
            name = yield from self.happen("reveal", [b.name for b in stack.hidden])
            stack.top = next(b for b in stack.hidden if b.name == name)
            stack.hidden.remove(stack.top)

    def turn_up_tile(self, stack: TileStack) -> Steps[None]:
        stack.top = None
        if stack.hidden:
            stack.top = yield from self.happen("reveal tile", stack.hidden)
            stack.hidden.remove(stack.top)

    def take_card(self, seat: int, value: int) -> None:
        self.supply.remove(value)
        self.players[seat].hand.append(value)

    # 3 The order that breaks every tie

    def in_order(self) -> list[int]:
        """B3.1, B3.3: the furthest first, on each space the top first, then down the stairs."""
        return [seat for space in self.chapel[::-1] for seat in space[::-1]] + self.stairs

    def rank(self, seat: int) -> int:
        return self.in_order().index(seat)

    def chapel_steps(self, seat: int) -> int:
        return next((n for n, space in enumerate(self.chapel) if seat in space), 0)

    def put_chapel_marker(self, seat: int, steps: int) -> None:
        """B3.1, B3.2: a newcomer goes on top, on the last space underneath."""
        for pile in (*self.chapel, self.stairs):
            if seat in pile:
                pile.remove(seat)
        space = self.chapel[steps]
        if space:
            self.corners["under a marker" if steps == CHAPEL_END else "on top of a marker"] += 1
        space.insert(0 if steps == CHAPEL_END else len(space), seat)

    # 4 A round

    def play_round(self) -> Steps[None]:
        marker = yield from self.happen("marker", [f"marker {n}" for n in self.markers])
        self.clear_table()
        self.round += 1
        self.markers.remove(int(marker.removeprefix("marker ")))
        self.turn_rondel(int(marker.removeprefix("marker ")))
        yield from self.use_ladies()
        yield from self.choose_cards()
        self.reveal_cards()
        yield from self.raise_cards()
        for turn in list(self.order):
            yield from self.take_turn(turn)
            self.turns_over += 1
        self.score_round()
        self.order = []

    def clear_table(self) -> None:
        """B4.7; how Londinium shows it: what a round left lies there till the next begins."""
        self.lowest = None
        self.turns_over = 0
        for player in self.players:
            player.pawn = None
            player.played = []

    def turn_rondel(self, spaces: int) -> None:
        """B4.1: clockwise."""
        for _ in range(spaces):
            self.rondel.insert(0, self.rondel.pop())

    def money_at(self, stack: str) -> int | str:
        return self.rondel[AROUND.index(stack)]

    def use_ladies(self) -> Steps[None]:
        """B4.2: in order, any number of tiles, as long as there is a 2."""
        for seat in self.in_order():
            while "lady" in self.usable(seat) and self.supply_has([2]):
                self.turn = seat
                if (yield from self.ask("ladies", {"use lady", "pass"})) == "pass":
                    break
                self.spend("lady")
                self.take_card(seat, 2)
            self.corners["lady without a 2"] += "lady" in self.usable(seat) and 2 not in self.supply

    def choose_cards(self) -> Steps[None]:
        """B4.3: all choose, and may change it, until the last has chosen."""
        options = {seat: self.playable(seat) for seat in range(self.seats)}
        while waiting := [seat for seat in options if self.players[seat].choice is None]:
            self.phase, self.to_move = "cards", min(waiting)
            answer = yield Decision(options)
            assert answer.seat is not None
            player = self.players[answer.seat]
            cards = [int(value) for value in answer.text.removeprefix("play ").split(" + ")]
            self.corners["choice changed"] += player.choice not in (None, cards)
            player.choice = cards

    def playable(self, seat: int) -> set[str]:
        """B4.3, B9.2: one card of the hand, with two players two."""
        hand = sorted(self.players[seat].hand, reverse=True)
        if self.cards_a_round == 1:
            return {f"play {value}" for value in hand}
        return {f"play {a} + {b}" for i, a in enumerate(hand) for b in hand[i + 1 :]}

    def reveal_cards(self) -> None:
        """B4.3, B8.11: all cards at once; the highest may be paid."""
        for player in self.players:
            assert player.choice is not None
            for value in player.choice:
                player.hand.remove(value)
            player.played = [PlayedCard(value) for value in player.choice]
            player.choice = None
        self.order = self.turn_order()
        if self.scoring["inn"] == "highest_card":
            best = self.card(self.order[0]).value
            self.corners["highest card tied"] += self.is_tied(best)
            self.corners["highest card is a 0"] += best == 0
            self.players[self.order[0].seat].money += 2

    def is_tied(self, value: int) -> bool:
        return len({turn.seat for turn in self.order if self.card(turn).value == value}) > 1

    def raise_cards(self) -> Steps[None]:
        """B4.4, B9.3: in the order of the revealed cards; then the order is fixed."""
        for seat in dict.fromkeys(turn.seat for turn in self.order):
            while "plus one" in self.usable(seat):
                self.turn = seat
                answer = yield from self.ask("raise", {"pass", *self.raisable(seat)})
                if answer == "pass":
                    break
                self.spend("plus one")
                self.card(Turn(seat, int(answer == "raise second card"))).raised += 1
        before, self.order = self.order, self.turn_order()
        self.corners["order changed by a raise"] += before != self.order
        self.note_raises()

    def raisable(self, seat: int) -> set[str]:
        """B9.3; how Londinium asks: of two cards alike the first stands for both."""
        first, last = self.card(Turn(seat, 0)), self.card(Turn(seat, self.cards_a_round - 1))
        alike = first == last
        self.corners["cards alike to raise"] += alike and first is not last
        self.corners["cards equal but not alike to raise"] += (
            not alike and first.total == last.total
        )
        return {"raise first card"} | (set() if alike else {"raise second card"})

    def note_raises(self) -> None:
        """Count the rare ways to raise cards."""
        cards = [[card for card in player.played if card] for player in self.players]
        raised = [[card for card in own if card.raised] for own in cards]
        self.corners["both cards raised"] += any(len(own) == 2 for own in raised)
        self.corners["second card raised"] += any(
            len(own) == 2 and own[1].raised and not own[0].raised for own in cards
        )
        self.corners["card raised above 4"] += any(c.total > 4 for own in raised for c in own)
        self.corners["card raised twice"] += any(c.raised > 1 for own in raised for c in own)
        self.corners["own cards equal by a raise"] += any(
            len(own) == 2 and own[0].total == own[1].total and own[0] != own[1] for own in cards
        )

    def card(self, turn: Turn) -> PlayedCard:
        card = self.players[turn.seat].played[turn.card]
        assert card is not None
        return card

    def turn_order(self) -> list[Turn]:
        """B4.5, B9.2: the highest first, ties by B3, of one's own the higher printed value."""
        turns = [Turn(seat, n) for seat in range(self.seats) for n in range(self.cards_a_round)]

        def precedence(turn: Turn) -> tuple[int, int, int]:
            card = self.card(turn)
            return -card.total, self.rank(turn.seat), -card.value

        return sorted(turns, key=precedence)

    def is_over(self) -> bool:
        """B4.8: the last round, or three empty stacks at the end of one."""
        empty = sum(stack.top is None for stack in self.stacks.values())
        self.corners["ended early"] += empty >= 3 and self.round < self.rounds
        return self.round == self.rounds or empty >= 3

    # 5 A turn

    def take_turn(self, turn: Turn) -> Steps[None]:
        """B5.1, B5.2, B5.8: tiles, the card, the pawn, the building, tiles again."""
        self.turn = turn.seat
        action = yield from self.use_tiles_first(self.card(turn))
        if not self.kept:
            self.return_card(turn)
        if action != "pass":
            yield from self.take_building(action)
            yield from self.build()
            yield from self.use_tiles_after()
        if self.kept:
            self.take_back(turn)

    def use_tiles_first(self, card: PlayedCard) -> Steps[str]:
        """B5.1: any steps and a keep-card, in any order, until the pawn is placed."""
        money = self.player.money
        while True:
            places = self.pawn_actions()
            action = yield from self.ask("turn", self.tiles_first(card) | places)
            if action == "use keep card":
                self.spend("keep card")
                self.kept = True
            elif action.startswith("use "):
                yield from self.use_steps(action.removeprefix("use "), "first")
            else:
                self.corners["coins just gained pay for the centre"] += (
                    action.startswith("centre") and money < 2
                )
                self.note_pass(action, places)
                return action

    def note_pass(self, action: str, places: set[str]) -> None:
        """Count the turns in which a pass is legal."""
        if "pass" in places:
            by_tile = "a place by a tile" if len(places) > 1 else "no place"
            self.corners[f"{by_tile}: {'pass' if action == 'pass' else 'taken'}"] += 1

    def tiles_first(self, card: PlayedCard) -> set[str]:
        """B5.1, B5.10: no keep-card for a 0, nor twice in a turn."""
        keep = "keep card" in self.usable(self.turn) and card.value > 0 and not self.kept
        return self.steps_to_use() | ({"use keep card"} if keep else set())

    def steps_to_use(self) -> set[str]:
        """B5.10: not on the last space."""
        at_end = {"chapel steps": self.turn in self.chapel[CHAPEL_END]} | {
            "gate steps": self.player.gate == GATE_END
        }
        own = [tile for tile in self.usable(self.turn) if tile in STEP_TILES]
        self.corners["step tile on the last space"] += any(at_end[tile] for tile in own)
        return {f"use {tile}" for tile in own if not at_end[tile]}

    def use_steps(self, tile: str, window: str) -> Steps[None]:
        """B5.22, B6.2: two steps, like those of a building."""
        self.corners[f"{tile} {window}"] += 1
        self.spend(tile)
        if tile == "chapel steps":
            self.walk_chapel_track(2)
        else:
            yield from self.walk_gate_track(2)

    def use_tiles_after(self) -> Steps[None]:
        """B5.23: steps once more; not asked of one who has none."""
        while options := self.steps_to_use():
            self.corners["steps while a card is laid aside"] += self.kept
            action = yield from self.ask("after", {"pass", *options})
            if action == "pass":
                return
            yield from self.use_steps(action.removeprefix("use "), "after")

    def return_card(self, turn: Turn) -> None:
        """B5.2: to the supply, a 0 to the hand."""
        value = self.card(turn).value
        (self.supply if value else self.player.hand).append(value)
        self.player.played[turn.card] = None

    def take_back(self, turn: Turn) -> None:
        """B5.2: a card laid aside comes to the hand at the end of the turn."""
        self.player.hand.append(self.card(turn).value)
        self.player.played[turn.card] = None
        self.kept = False

    def pawn_actions(self) -> set[str]:
        """B5.8: a pawn must be placed if it can be without a tile, else one may pass."""
        needs = {
            f"{how} {stack}": needed
            for how in ("place", "centre", "free centre")
            for stack in TYPES
            if self.stacks[stack].top and (needed := self.tiles_needed(how, stack)) is not None
        }
        own = self.usable(self.turn)
        possible = {action for action, tiles in needs.items() if all(t in own for t in tiles)}
        if any(not tiles for tiles in needs.values()):
            return possible
        return {"pass", *possible}

    def tiles_needed(self, how: str, stack: str) -> list[str] | None:
        """B5.3 to B5.7, B9.4, B9.5: tiles to spend for a place; None if it is impossible."""
        space = stack if how == "place" else "centre"
        if self.player.pawn == space or (how == "centre" and self.player.money < 2):
            return None
        taken = any(player.pawn == space for player in self.players)
        at_x = how == "place" and self.money_at(stack) == "X"
        return (
            (["share"] if taken else [])
            + (["x space"] if at_x else [])
            + (["free centre"] if how == "free centre" else [])
        )

    def take_building(self, action: str) -> Steps[None]:
        """B5.3, B5.4, B5.9: money and the top tile; the next is open at once."""
        how, stack = action.rsplit(maxsplit=1)
        tiles = self.tiles_needed(how, stack)
        assert tiles is not None
        for tile in tiles:
            self.spend(tile)
        self.note_place(how, stack, tiles)
        money = self.money_at(stack) if how == "place" else -2 if how == "centre" else 0
        self.player.money += 0 if isinstance(money, str) else money
        self.player.pawn = stack if how == "place" else "centre"
        self.building = self.stacks[stack].top
        yield from self.turn_up_building(self.stacks[stack])
        self.corners["stack emptied"] += self.stacks[stack].top is None

    def note_place(self, how: str, stack: str, tiles: list[str]) -> None:
        """Count the rare ways to place a pawn."""
        if "share" in tiles:
            self.corners["shared money space" if how == "place" else "shared centre"] += 1
        self.corners["several tiles for one place"] += len(tiles) > 1
        at_x = how != "place" and self.money_at(stack) == "X"
        self.corners["stack at the x from the centre"] += at_x
        self.corners["pawn moved on"] += self.player.pawn is not None

    # Build

    def build(self) -> Steps[None]:
        """B5.11 to B5.14: at the end of the bridge, or in place of another; then the effect."""
        building, bridge = self.building, self.player.bridge
        assert building is not None
        if self.fits_at_end(building):
            bridge.append(building)
        else:
            numbers = self.replaceable(building)
            answer = yield from self.ask_in_mid_turn("replace", {f"replace {n}" for n in numbers})
            slot = [b.number for b in bridge].index(int(answer.removeprefix("replace ")))
            self.corners["replaced before a park"] += any(b.type == "park" for b in bridge[slot:])
            bridge[slot] = building
        self.building = None
        if building.number is not None and (not self.lowest or building.number < self.lowest[0]):
            self.lowest = building.number, self.turn
        yield from self.take_effect(building)

    def fits_at_end(self, building: Building) -> bool:
        """B5.11, B5.12: a park, the first, after a park, or a lower number."""
        bridge = self.player.bridge
        if building.number is None or not bridge or bridge[-1].number is None:
            return True
        return building.number < bridge[-1].number

    def replaceable(self, building: Building) -> list[int]:
        """B5.13, B5.14: numbers in whose place it leaves the numbers falling."""
        bridge = self.player.bridge
        return [
            old.number
            for slot, old in enumerate(bridge)
            if old.number is not None
            and numbers_fall([*bridge[:slot], building, *bridge[slot + 1 :]])
        ]

    # Effects

    def take_effect(self, building: Building) -> Steps[None]:
        """B5.15, B5.18, B5.20: by the crests of its colour; guild halls and parks do nothing."""
        strength = self.player.crests(building.crests[0])
        if building.type == "chapel":
            self.walk_chapel_track(strength)
        elif building.type == "gate":
            yield from self.walk_gate_track(strength)
        elif building.type == "shop":
            self.player.money += strength
        elif building.type == "inn":
            yield from self.visit_inn(strength)

    def walk_chapel_track(self, steps: int) -> None:
        """B5.16, B5.21: every coin space reached or passed pays; the last is the end."""
        here = self.chapel_steps(self.turn)
        end = min(here + steps, CHAPEL_END)
        self.corners["chapel steps lost"] += here + steps > CHAPEL_END
        if end == here:
            return
        self.player.money += sum(CHAPEL_COINS.get(n, 0) for n in range(here + 1, end + 1))
        self.put_chapel_marker(self.turn, end)
        self.corners["end of the chapel track"] += end == CHAPEL_END

    def walk_gate_track(self, steps: int) -> Steps[None]:
        """B5.17, B5.21: a bonus tile for every bonus space reached or passed."""
        here = self.player.gate
        end = min(here + steps, GATE_END)
        self.corners["gate steps lost"] += here + steps > GATE_END
        if end == GATE_END and here < GATE_END:
            self.corners["end of the gate track"] += 1
            self.player.money += GATE_END_MONEY
        self.player.gate = end
        self.due = sum(space in BONUS_SPACES for space in range(here + 1, end + 1))
        self.corners["several bonus tiles at once"] += self.due > 1
        yield from self.take_tiles()

    def take_tiles(self) -> Steps[None]:
        """B5.17: of one's choice; the next of that stack is open before the next choice."""
        while self.due:
            options = {f"take tile {n}" for n in (1, 2, 3) if self.tile_stacks[n - 1].top}
            self.corners["empty bonus stack"] += len(options) < 3
            answer = yield from self.ask_in_mid_turn("take tile", options)
            stack = self.tile_stacks[int(answer.removeprefix("take tile ")) - 1]
            assert stack.top is not None
            self.player.tiles.append(Tile(stack.top, self.round))
            self.due -= 1
            yield from self.turn_up_tile(stack)

    def visit_inn(self, strength: int) -> Steps[None]:
        """B5.19: cards of the supply whose values together are at most the strength, or none."""
        self.due = strength
        mixes = {
            mix
            for count in range(strength + 1)
            for mix in combinations_with_replacement((4, 3, 2, 1), count)
            if sum(mix) <= strength
        }
        here = {mix for mix in mixes if self.supply_has(list(mix))}
        self.corners["inn short of cards"] += here != mixes
        self.corners["inn while a card is laid aside"] += self.kept
        names = {" + ".join(map(str, mix)) or "nothing": mix for mix in here}
        answer = yield from self.ask_in_mid_turn("take cards", {f"take {name}" for name in names})
        self.due = 0
        for value in names[answer.removeprefix("take ")]:
            self.take_card(self.turn, value)

    def supply_has(self, cards: list[int]) -> bool:
        return Counter(cards) <= Counter(self.supply)

    # 7 Final scoring

    def scores(self) -> list[dict[str, int]]:
        """B7: what each part would pay to each seat if the game ended now."""
        paid = {category: self.paid(category) for category in SCORINGS}
        return [
            {
                "money": player.money,
                **{category: amounts[seat] for category, amounts in paid.items()},
                "empty_slots": -PAY[min(SLOTS - len(player.bridge), len(PAY) - 1)],
                "tiles": self.paid_for_tiles(len(player.tiles)),
            }
            for seat, player in enumerate(self.players)
        ]

    def totals(self) -> list[int]:
        return [sum(parts.values()) for parts in self.scores()]

    def places(self) -> list[int]:
        """B7.8: the most money wins, a tie by B3."""
        best = self.ranking(self.totals())
        return [best.index(seat) + 1 for seat in range(self.seats)]

    def ranking(self, counts: list[int]) -> list[int]:
        """B3.4: the seats with the most first, ties by B3."""
        return sorted(self.in_order(), key=lambda seat: -counts[seat])

    def paid_for_tiles(self, unused: int) -> int:
        """B7.7, B8.9: £1 each, or more the more they are."""
        if self.scoring["gate"] == "unused_tiles":
            return of_bracket(unused, {1: 1, 2: 4, 3: 9, 4: 16})
        return unused

    def rank_pay(self, counts: list[int], least: int) -> list[int]:
        """B7.1: the first £5, the second £3, the third £1, but never the last player."""
        pay = [*(5, 3, 1)[: self.seats - 1], 0]
        best = self.ranking(counts)
        return [pay[best.index(seat)] if counts[seat] >= least else 0 for seat in range(self.seats)]

    def paid(self, category: str) -> list[int]:
        """B7.2 to B7.5, B8.2 to B8.17: the scoring of a category, to each seat."""
        seats, scoring = range(self.seats), self.scoring[category]
        steps = [self.chapel_steps(seat) for seat in seats]
        match category, scoring:
            case "chapel", "printed":
                return self.rank_pay(steps, least=1)
            case "gate", "printed":
                return self.rank_pay([player.gate for player in self.players], least=1)
            case "inn", "printed":
                return self.rank_pay([sum(player.hand) for player in self.players], least=1)
            case "bridge", "printed":
                return self.rank_pay([len(player.bridge) for player in self.players], least=0)
            case (("chapel" | "gate" | "inn"), ("most_chapels" | "most_gates" | "most_inns")):
                return self.rank_pay([player.count(category) for player in self.players], least=1)
            case _, "longest_run":
                return self.rank_pay([longest_run(p.bridge) for p in self.players], least=0)
            case _, "ahead_of_the_last":
                return [own - min(steps) for own in steps]
        return [self.paid_alone(scoring, seat) for seat in seats]

    def paid_alone(self, scoring: str, seat: int) -> int:
        """The scorings that do not look at other players; what a round paid is in the money."""
        player = self.players[seat]
        match scoring:
            case "coins_again":
                return coins_again(self.chapel_steps(seat))
            case "by_steps":
                return of_bracket(player.gate, {4: 3, 7: 5, 10: 9, 13: 12})
            case "cards_in_hand":
                return of_bracket(len(player.hand), {3: 4, 5: 7, 8: 10})
            case "sets_of_cards":
                return sets_of_cards(player.hand)
            case "up_to_30":
                return sum(2 for b in player.bridge if b.number is not None and b.number <= 30)
            case "full_sets":
                return 10 * min(player.count(kind) for kind in TYPES)
        return 0

    def score_round(self) -> None:
        """B8.3, B8.7, B8.15, B8.18: what is scored at the end of each round."""
        first = self.in_order()[0]
        if self.scoring["chapel"] == "first_each_round":
            self.corners["first on the stairs"] += not any(self.chapel)
            self.players[first].money += 1
        if self.scoring["gate"] == "first_each_round":
            furthest = max(player.gate for player in self.players)
            leaders = [seat for seat in self.in_order() if self.players[seat].gate == furthest]
            self.corners["gate leaders tied"] += len(leaders) > 1
            self.players[leaders[0]].money += 1
        if self.scoring["bridge"] == "lowest_number" and self.lowest:
            bridge = [b.number for b in self.players[self.lowest[1]].bridge]
            self.corners["lowest number replaced in its round"] += self.lowest[0] not in bridge
            self.players[self.lowest[1]].money += 2

    # 10 What a seat may know

    def shows_hand(self, seat: int, viewer: Viewer) -> bool:
        """B10.2, B10.3: money and hand, if the table plays with closed hands."""
        return self.hands == "open" or viewer == seat or self.phase == "ended"

    def seen_choice(self, seat: int, viewer: Viewer) -> list[int] | None:
        """B10.1: cards chosen but not yet revealed are one's own secret."""
        return self.players[seat].choice if viewer == seat else None


def longest_run(bridge: list[Building]) -> int:
    """B8.14: of buildings without a park."""
    runs = "".join("p" if building.type == "park" else "b" for building in bridge).split("p")
    return max(len(run) for run in runs)


def coins_again(steps: int) -> int:
    """B8.5: all coins reached or passed; whether the last space counts is said by the edition."""
    counted = dict(CHAPEL_COINS)
    if not MATERIAL["chapel_track"]["end_counts_again"]:
        counted.pop(CHAPEL_END)
    return sum(coin for space, coin in counted.items() if space <= steps)


def of_bracket(number: int, brackets: dict[int, int]) -> int:
    """B8.8, B8.9, B8.12: pounds by the least number that earns them."""
    return max((pounds for least, pounds in brackets.items() if number >= least), default=0)


def sets_of_cards(hand: list[int]) -> int:
    """B8.13: 1+2, 1+2+3 and 1+2+3+4, each card in one set; longer sets are worth more a card."""
    left, money = Counter(hand), 0
    for size, pounds in ((4, 15), (3, 10), (2, 5)):
        cards = Counter(range(1, size + 1))
        while cards <= left:
            left -= cards
            money += pounds
    return money
