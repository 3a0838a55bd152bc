"""The rules, in the order of the rulebook; docs/rules/old_london_bridge.md numbers them.

Functions trust their arguments: `Match` checks. `s` is a STATE record.
"""

import numpy as np
from numpy.typing import NDArray

from londinium.bitset import Words, insert
from londinium.game import CHANCE, OVER, State
from londinium.games.old_london_bridge.board import (
    ALL_CRESTS,
    BONUSES,
    CARD_COUNT,
    CARDS_PLAYED,
    CENTRE_COST,
    CHAPEL,
    CHAPEL_END,
    CHAPEL_STEPS,
    COINS,
    CREST,
    CRESTS,
    EMPTY_STACKS,
    FIRST_EACH_ROUND,
    FIRST_PARK,
    FOR_BRIDGE,
    FOR_CHAPEL,
    FOR_GATE,
    FOR_INN,
    FREE_CENTRE,
    GATE,
    GATE_END,
    GATE_END_MONEY,
    GATE_STEPS,
    HIGHEST_CARD,
    HIGHEST_CARD_PLAYED,
    INN,
    KEEP_CARD,
    KINDS_OF_SCORING,
    LADY,
    LOWEST_NUMBER,
    MARKER_KINDS,
    MARKERS,
    MONEY_AT,
    NO_BUILDING,
    PARK,
    PARKS,
    PLUS_ONE,
    ROUNDS,
    SHARE,
    SHOP,
    SLOTS,
    STACK,
    START_HAND,
    START_MONEY,
    STEPS,
    TILE_STACKS,
    TILES,
    TYPE,
    TYPES,
    X_SPACE,
    X,
)
from londinium.games.old_london_bridge.state import (
    AFTER,
    CARDS,
    CARDS_OF,
    CENTRE,
    ENDED,
    LADIES,
    MARKER,
    MIX,
    MOST_SEATS,
    MOST_TURNS,
    NO_CARD,
    NO_NUMBER,
    NO_RANK,
    NO_TILE,
    NOBODY,
    NOT_YET,
    NOWHERE,
    OF_STRENGTH,
    PASS,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE,
    PLAY,
    PLAY_TWO,
    RAISE,
    RAISE_CARD,
    RANDOM,
    REPLACE,
    REPLACE_NUMBER,
    REVEAL,
    REVEAL_TILE,
    RONDEL,
    SCORING,
    STAIRS,
    SUPPLIED,
    TAKE,
    TAKE_CARDS,
    TAKE_MIX,
    TAKE_TILE,
    TURN,
    USE_CHAPEL_STEPS,
    USE_GATE_STEPS,
    USE_KEEP_CARD,
    USE_LADY,
    WORDS,
)
from londinium.jit import Int, junction, lowest, njit, step

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL_TILES = (1 << len(TILES)) - 1
ALL_OF_A_TYPE = (1 << 12) - 1
# Not plain numbers, for each of which numba would compile the functions they go to anew.
FRONT = np.int64(0)
TILE_STEPS = np.int64(STEPS)
BUILT, GONE = np.int64(1), np.int64(-1)


# 2 Set-up


@njit
def new(s: State, seats: int, options: NDArray[np.uint8]) -> None:
    """Lay out the material; chance then deals (B1, B2)."""
    s["seats"] = seats
    for category in range(4):
        s["scoring"][category] = options[category]
    s["open_hands"] = options[4]
    s["edition"] = options[5]
    s["then"] = TURN
    s["round"] = 0
    s["turn"] = 0
    s["at"] = 0
    s["rondel"] = 0
    s["kept"] = 0
    s["building"] = NO_BUILDING
    s["due"] = 0
    s["lowest"] = NO_NUMBER
    s["lowest_by"] = NOBODY
    for kind in range(MARKER_KINDS):
        s["markers"][kind] = MARKERS
    for value in range(1, HIGHEST_CARD + 1):
        s["supply"][value] = CARD_COUNT[value]
    s["supply"][0] = 0
    lay_stacks(s)
    for seat in range(MOST_SEATS):
        new_seat(s, seat, seat < seats)
    for turn in range(MOST_TURNS):
        s["order"][turn] = 0
        s["order_card"][turn] = 0
    next_scoring(s)


@junction
def lay_stacks(s: State) -> None:
    """B2.2, B2.7: six stacks of buildings and three of bonus tiles, all face down for now."""
    s["stack"] = 0
    for kind in range(len(TYPES)):
        s["hidden"][kind] = ALL_OF_A_TYPE if kind != PARK else 0
        s["left"][kind] = 12
        s["top"][kind] = NO_BUILDING
    for crest in range(len(CRESTS)):
        s["parks"][crest] = PARKS[s["edition"], crest]
    s["tile_stack"] = 0
    for stack in range(TILE_STACKS):
        s["tile_hidden"][stack] = ALL_TILES
        s["tile_left"][stack] = len(TILES)
        s["tile_top"][stack] = NO_TILE


@junction
def new_seat(s: State, seat: Int, taken: bool) -> None:
    """B1.1, B2.4: £5 and a 0 card, with two players two; a seat nobody takes has nothing."""
    s["money"][seat] = START_MONEY if taken else 0
    for value in range(HIGHEST_CARD + 1):
        s["hand"][seat, value] = 0
    s["hand"][seat, 0] = CARDS_PLAYED[s["seats"]] if taken else 0
    for slot in range(SLOTS):
        s["bridge"][seat, slot] = NO_BUILDING
    s["built"][seat] = 0
    for crest in range(len(CRESTS)):
        s["crests"][seat, crest] = 0
    s["chapel"][seat] = 0
    s["gate"][seat] = 0
    s["rank"][seat] = NO_RANK
    for tile in range(len(TILES)):
        s["tiles"][seat, tile] = 0
        s["fresh"][seat, tile] = 0
    s["choice"][seat] = NOT_YET
    for card in range(2):
        s["played"][seat, card] = NO_CARD
        s["raised"][seat, card] = 0
    s["pawn"][seat] = NOWHERE


@junction
def next_scoring(s: State) -> None:
    """B8.1: chance draws the scorings that the table left to it."""
    while s["at"] < 4 and s["scoring"][s["at"]] != RANDOM:
        s["at"] += 1
    s["phase"] = SCORING
    if s["at"] == 4:
        s["at"] = 0
        s["phase"] = RONDEL


@step
def draw_scoring(s: State, outcome: Int) -> None:
    s["scoring"][s["at"]] = 1 + outcome
    next_scoring(s)


@step
def lay_rondel(s: State, outcome: Int) -> None:
    """B2.1"""
    s["rondel"] = outcome
    s["phase"] = STAIRS


@step
def climb_stairs(s: State, seat: Int) -> None:
    """B2.5, B2.6: a seat has the next stair; the last seat has the last stair."""
    take_stair(s, seat)
    if s["at"] + 1 == s["seats"]:
        last = 0
        while s["rank"][last] != NO_RANK:
            last += 1
        take_stair(s, last)
        s["at"] = 0
        s["phase"] = REVEAL


@junction
def take_stair(s: State, seat: Int) -> None:
    stair = s["at"]
    s["rank"][seat] = stair
    s["at"] += 1
    for value in range(1, HIGHEST_CARD + 1):
        cards = START_HAND[s["edition"], stair, value - 1]
        s["hand"][seat, value] += cards
        s["supply"][value] -= cards


# The stacks


@step
def reveal(s: State, outcome: Int) -> None:
    """B2.2, B5.9: the next tile of a stack is open; then the set-up or the turn goes on."""
    kind = s["stack"]
    s["top"][kind] = STACK[s["edition"], kind, outcome]
    s["left"][kind] -= 1
    if kind == PARK:
        s["parks"][outcome] -= 1
    else:
        s["hidden"][kind] ^= np.uint16(1 << outcome)
    if s["round"] > 0:
        build(s)
    elif kind + 1 < len(TYPES):
        s["stack"] += 1
    else:
        s["phase"] = REVEAL_TILE


@step
def reveal_tile(s: State, tile: Int) -> None:
    """B2.7, B5.17: the next tile of a bonus stack is open."""
    stack = s["tile_stack"]
    s["tile_top"][stack] = tile
    s["tile_left"][stack] -= 1
    s["tile_hidden"][stack] ^= np.uint8(1 << tile)
    if s["round"] > 0:
        next_tile(s)
    elif stack + 1 < TILE_STACKS:
        s["tile_stack"] += 1
    else:
        s["phase"] = MARKER


# 4 A round: its marker, the ladies, the cards


@step
def turn_rondel(s: State, outcome: Int) -> None:
    """B4.1: the rondel turns, for pawns and bonus tiles of the last round a new one begins."""
    clear_rondel(s)
    s["round"] += 1
    s["markers"][outcome] -= 1
    turned = s["rondel"] + outcome + 1
    s["rondel"] = turned - len(TYPES) if turned >= len(TYPES) else turned
    s["lowest"] = NO_NUMBER
    s["lowest_by"] = NOBODY
    s["at"] = 0
    ask_for_ladies(s)


@step
def clear_rondel(s: State) -> None:
    """B4.7: pawns come back, and bonus tiles that were gained become usable."""
    for seat in range(s["seats"]):
        s["pawn"][seat] = NOWHERE
        for tile in range(len(TILES)):
            s["tiles"][seat, tile] += s["fresh"][seat, tile]
            s["fresh"][seat, tile] = 0


@step
def seat_of_rank(s: State, rank: Int) -> Int:
    """Return the seat at a place of the order of B3."""
    seat = 0
    while s["rank"][seat] != rank:
        seat += 1
    return seat


@step
def ask_for_ladies(s: State) -> None:
    """B4.2: the next in the order of B3 who has a lady tile, while there is a 2."""
    while s["at"] < s["seats"] and s["supply"][2] > 0:
        seat = seat_of_rank(s, np.int64(s["at"]))
        if s["tiles"][seat, LADY] > 0:
            s["turn"] = seat
            s["phase"] = LADIES
            return
        s["at"] += 1
    s["at"] = 0
    s["phase"] = CARDS


@step
def answer_lady(s: State, seat: Int, action: Int) -> None:
    """B4.2: take a 2, or no more."""
    if action == USE_LADY:
        s["tiles"][seat, LADY] -= 1
        s["supply"][2] -= 1
        s["hand"][seat, 2] += 1
    else:
        s["at"] += 1
    ask_for_ladies(s)


@step
def playable(s: State, seat: Int) -> np.uint64:
    """B4.3, B9.2: the cards, or pairs of cards, of a hand."""
    hand, actions = s["hand"][seat], NONE
    if s["seats"] > 2:
        for action in range(PLAY, PLAY_TWO):
            actions |= np.uint64(hand[CARDS_OF[action, 0]] > 0) << np.uint64(action)
        return actions
    for action in range(PLAY_TWO, USE_LADY):
        high, low = CARDS_OF[action, 0], CARDS_OF[action, 1]
        enough = hand[high] > (high == low) and hand[low] > 0
        actions |= np.uint64(enough) << np.uint64(action)
    return actions


@step
def choose_card(s: State, seat: Int, action: Int) -> None:
    """B4.3: a seat chooses; when the last has, all cards are revealed."""
    s["choice"][seat] = 1 + action
    for other in range(s["seats"]):
        if s["choice"][other] == NOT_YET:
            return
    reveal_cards(s)


@junction
def reveal_cards(s: State) -> None:
    """B4.3, B8.11: the cards are on the table."""
    for seat in range(s["seats"]):
        for card in range(CARDS_PLAYED[s["seats"]]):
            value = CARDS_OF[s["choice"][seat] - 1, card]
            s["hand"][seat, value] -= 1
            s["played"][seat, card] = value
        s["choice"][seat] = NOT_YET
    sort_turns(s)
    if s["scoring"][FOR_INN] == HIGHEST_CARD_PLAYED:
        s["money"][s["order"][0]] += 2
    ask_to_raise(s)


@njit
def turns(s: State) -> int:
    """Count the turns of a round."""
    return 4 if s["seats"] == 2 else s["seats"]


@step
def precedence(s: State, seat: Int, card: Int) -> Int:
    """B4.5, B9.2: of two played cards the one with the greater precedence has its turn first."""
    printed = np.int64(s["played"][seat, card])
    value = printed + s["raised"][seat, card]
    return value << 6 | (MOST_SEATS - 1 - s["rank"][seat]) << 4 | printed << 1 | 1 - card


@junction
def sort_turns(s: State) -> None:
    """B4.5: each card's turn comes after as many others as have precedence."""
    cards = CARDS_PLAYED[s["seats"]]
    for seat in range(s["seats"]):
        for card in range(cards):
            mine = precedence(s, seat, card)
            before = 0
            for other in range(s["seats"]):
                for theirs in range(cards):
                    before += precedence(s, other, theirs) > mine
            s["order"][before] = seat
            s["order_card"][before] = card


@junction
def ask_to_raise(s: State) -> None:
    """B4.4, B9.3: the next in the revealed order who has a plus-one tile; then the turns begin."""
    while s["at"] < turns(s):
        seat = s["order"][s["at"]]
        if s["tiles"][seat, PLUS_ONE] > 0 and not was_asked(s, seat):
            s["turn"] = seat
            s["phase"] = RAISE
            return
        s["at"] += 1
    sort_turns(s)
    s["at"] = 0
    start_turn(s)


@step
def was_asked(s: State, seat: Int) -> bool:
    for turn in range(s["at"]):
        if s["order"][turn] == seat:
            return True
    return False


@step
def raisable(s: State, seat: Int) -> np.uint64:
    """B4.4, B9.3: the played card or cards; of two alike only the first."""
    actions = ONE << np.uint64(PASS) | ONE << np.uint64(RAISE_CARD)
    played, raised = s["played"][seat], s["raised"][seat]
    alike = played[0] == played[1] and raised[0] == raised[1]
    if played[1] != NO_CARD and not alike:
        actions |= ONE << np.uint64(RAISE_CARD + 1)
    return actions


@step
def answer_raise(s: State, seat: Int, action: Int) -> None:
    """B4.4: raise a card, or no more."""
    if action == PASS:
        s["at"] += 1
    else:
        s["tiles"][seat, PLUS_ONE] -= 1
        s["raised"][seat, action - RAISE_CARD] += 1
        if s["tiles"][seat, PLUS_ONE] > 0:
            return
    ask_to_raise(s)


# 5 A turn


@step
def start_turn(s: State) -> None:
    """B4.6"""
    s["turn"] = s["order"][s["at"]]
    s["kept"] = 0
    s["phase"] = TURN


@step
def turn_card(s: State) -> Int:
    """Return the value of the card whose turn it is."""
    return s["played"][s["turn"], s["order_card"][s["at"]]]


@step
def usable_steps(s: State, seat: Int) -> np.uint64:
    """B5.1, B5.10: the step tiles that would do something."""
    actions = NONE
    if s["tiles"][seat, CHAPEL_STEPS] > 0 and s["chapel"][seat] < CHAPEL_END[s["edition"]]:
        actions |= ONE << np.uint64(USE_CHAPEL_STEPS)
    if s["tiles"][seat, GATE_STEPS] > 0 and s["gate"][seat] < GATE_END[s["edition"]]:
        actions |= ONE << np.uint64(USE_GATE_STEPS)
    return actions


@step
def can_keep_card(s: State, seat: Int) -> bool:
    """B5.10: a card that is not a 0, and once."""
    return s["tiles"][seat, KEEP_CARD] > 0 and s["kept"] == 0 and turn_card(s) != 0


@step
def use_steps(s: State, seat: Int, action: Int) -> None:
    """B5.1, B5.22, B5.23: two steps; the window of the turn then stays open."""
    s["then"] = s["phase"]
    if action == USE_CHAPEL_STEPS:
        s["tiles"][seat, CHAPEL_STEPS] -= 1
        climb(s, seat, TILE_STEPS)
        go_on(s)
    else:
        s["tiles"][seat, GATE_STEPS] -= 1
        pass_gates(s, seat, TILE_STEPS)
        next_tile(s)


@step
def open_stacks(s: State) -> np.uint64:
    """The types whose stack has a tile, as bits."""
    stacks = NONE
    for kind in range(len(TYPES)):
        stacks |= np.uint64(s["top"][kind] != NO_BUILDING) << np.uint64(kind)
    return stacks


@step
def spaces_of_others(s: State, seat: Int) -> np.uint64:
    """The spaces where other players' pawns stand, as bits."""
    spaces = NONE
    for other in range(s["seats"]):
        spaces |= np.uint64(other != seat) << np.uint64(s["pawn"][other])
    return spaces


@step
def x_stack(s: State) -> np.uint64:
    """The type whose stack is at the X, as a bit."""
    stack = NONE
    for kind in range(len(TYPES)):
        stack |= np.uint64(MONEY_AT[s["edition"], s["rondel"], kind] == X) << np.uint64(kind)
    return stack


@step
def placements(s: State, seat: Int) -> np.uint64:
    """B5.3 to B5.8: where the pawn may go, tiles spent where they are needed; or pass."""
    tiles, stacks, taken, at_x = (
        s["tiles"][seat],
        open_stacks(s),
        spaces_of_others(s, seat),
        x_stack(s),
    )
    own = ONE << np.uint64(s["pawn"][seat])
    outer = stacks & ~own
    if tiles[SHARE] == 0:
        outer &= ~taken
    if tiles[X_SPACE] == 0:
        outer &= ~at_x
    centre_bit = ONE << np.uint64(CENTRE)
    centre_open = own != centre_bit and (taken & centre_bit == 0 or tiles[SHARE] > 0)
    affordable = s["money"][seat] >= CENTRE_COST
    centre = stacks if centre_open and affordable else NONE
    free = stacks if centre_open and tiles[FREE_CENTRE] > 0 else NONE
    actions = (
        outer << np.uint64(PLACE)
        | centre << np.uint64(PLACE_CENTRE)
        | free << np.uint64(PLACE_FREE)
    )
    without_tile = outer & ~taken & ~at_x
    if taken & centre_bit == 0:
        without_tile |= centre
    return actions if without_tile != 0 else actions | ONE << np.uint64(PASS)


@step
def place_pawn(s: State, seat: Int, action: Int) -> None:
    """B5.2 to B5.7, B5.9: the card goes back, the pawn is placed, a tile is taken."""
    return_card(s, seat)
    outer = action < PLACE_CENTRE
    kind = (action - PLACE) % len(TYPES)
    space = kind if outer else CENTRE
    if spaces_of_others(s, seat) >> np.uint64(space) & ONE != 0:
        s["tiles"][seat, SHARE] -= 1
    s["pawn"][seat] = space
    if outer:
        money = MONEY_AT[s["edition"], s["rondel"], kind]
        s["money"][seat] += money
        s["tiles"][seat, X_SPACE] -= money == X
    elif action < PLACE_FREE:
        s["money"][seat] -= CENTRE_COST
    else:
        s["tiles"][seat, FREE_CENTRE] -= 1
    s["building"] = s["top"][kind]
    s["top"][kind] = NO_BUILDING
    if s["left"][kind] > 0:
        s["stack"] = kind
        s["phase"] = REVEAL
    else:
        build(s)


@step
def return_card(s: State, seat: Int) -> None:
    """B5.2: to the supply, a 0 to the hand; one to be kept stays aside."""
    if s["kept"] == 1:
        return
    value = turn_card(s)
    if value == 0:
        s["hand"][seat, 0] += 1
    else:
        s["supply"][value] += 1
    clear_card(s, seat)


@step
def clear_card(s: State, seat: Int) -> None:
    card = s["order_card"][s["at"]]
    s["played"][seat, card] = NO_CARD
    s["raised"][seat, card] = 0


# 5 A turn: build


@step
def build(s: State) -> None:
    """B5.11, B5.12: the first free slot, or one of the buildings has to go."""
    seat, building = np.int64(s["turn"]), s["building"]
    slot = np.int64(s["built"][seat])
    last = s["bridge"][seat, slot - 1] if slot > 0 else FIRST_PARK
    if building >= FIRST_PARK or last >= FIRST_PARK or building < last:
        s["built"][seat] += 1
        put(s, seat, slot)
        return
    slots = replaceable(s, seat)
    if slots & (slots - ONE) == 0:
        replace(s, seat, np.int64(lowest(slots)))
    else:
        s["phase"] = REPLACE


@junction
def replaceable(s: State, seat: Int) -> np.uint64:
    """B5.13, B5.14: the slots that the new building may take, as bits.

    Parks have the highest building numbers and an empty slot has 0: a park or the end of the bridge
    on either side of the slot sets no bound.
    """
    bridge, new = s["bridge"][seat], s["building"]
    slots = NONE
    left = np.uint8(FIRST_PARK)
    for slot in range(s["built"][seat]):
        right = bridge[slot + 1]
        fits = left > new and (right < new or right >= FIRST_PARK) and bridge[slot] < FIRST_PARK
        slots |= np.uint64(fits) << np.uint64(slot)
        left = bridge[slot]
    return slots


@step
def replace(s: State, seat: Int, slot: Int) -> None:
    """B5.14: the old building leaves the game with its crest."""
    count_crests(s, seat, s["bridge"][seat, slot], GONE)
    put(s, seat, slot)


@step
def replace_number(s: State, seat: Int, number: Int) -> None:
    slot = 0
    while s["bridge"][seat, slot] != number:
        slot += 1
    replace(s, seat, slot)


@step
def count_crests(s: State, seat: Int, building: Int, change: Int) -> None:
    """B5.15: a guild hall counts for every colour."""
    crest = CREST[s["edition"], building]
    for colour in range(len(CRESTS)):
        if crest in (colour, ALL_CRESTS):
            s["crests"][seat, colour] += change


@junction
def put(s: State, seat: Int, slot: Int) -> None:
    """The new building stands on the bridge: its effect follows."""
    building = s["building"]
    s["bridge"][seat, slot] = building
    s["building"] = NO_BUILDING
    count_crests(s, seat, building, BUILT)
    if building < s["lowest"]:  # never a park
        s["lowest"] = building
        s["lowest_by"] = seat
    s["then"] = AFTER
    have_effect(s, seat, building)


# 5 A turn: effects


@step
def have_effect(s: State, seat: Int, building: Int) -> None:
    """B5.16 to B5.20"""
    kind, crest = TYPE[s["edition"], building], CREST[s["edition"], building]
    strength = np.int64(s["crests"][seat, crest & 3])
    if kind == GATE:
        pass_gates(s, seat, strength)
        next_tile(s)
        return
    if kind == INN and has_card_up_to(s, strength):
        s["due"] = strength
        s["phase"] = TAKE_CARDS
        return
    if kind == CHAPEL:
        climb(s, seat, strength)
    elif kind == SHOP:
        s["money"][seat] += strength
    after_effect(s)


@junction
def climb(s: State, seat: Int, steps: Int) -> None:
    """B5.16, B5.21, B3: steps on the chapel track, its coins, and the order of the markers."""
    end = CHAPEL_END[s["edition"]]
    start = s["chapel"][seat]
    if start == end:
        return
    space = min(start + steps, end)
    s["chapel"][seat] = space
    s["money"][seat] += COINS[s["edition"], space] - COINS[s["edition"], start]
    rank = 0
    for other in range(s["seats"]):
        rank += s["chapel"][other] > space
        rank += space == end and other != seat and s["chapel"][other] == end
    for other in range(s["seats"]):
        s["rank"][other] += rank <= s["rank"][other] < s["rank"][seat]
    s["rank"][seat] = rank


@junction
def pass_gates(s: State, seat: Int, steps: Int) -> None:
    """B5.17, B5.21: steps on the gate track; bonus tiles are due."""
    end = GATE_END[s["edition"]]
    start = s["gate"][seat]
    space = min(start + steps, end)
    s["gate"][seat] = space
    s["due"] = BONUSES[s["edition"], space] - BONUSES[s["edition"], start]
    if start < end == space:
        s["money"][seat] += GATE_END_MONEY[s["edition"]]


@junction
def next_tile(s: State) -> None:
    """B5.17: choose a tile that is due; where only one is open it is taken without asking."""
    while s["due"] > 0:
        stacks = NONE
        for stack in range(TILE_STACKS):
            stacks |= np.uint64(s["tile_top"][stack] != NO_TILE) << np.uint64(stack)
        if stacks == 0:
            s["due"] = 0
        elif stacks & (stacks - ONE) != 0:
            s["phase"] = TAKE_TILE
            return
        elif take_tile(s, np.int64(lowest(stacks))):
            return
    go_on(s)


@step
def take_tile(s: State, stack: Int) -> bool:
    """B5.17, B6.1: a tile for a later round; tell whether the next of its stack is to be open."""
    s["fresh"][s["turn"], s["tile_top"][stack]] += 1
    s["tile_top"][stack] = NO_TILE
    s["due"] -= 1
    if s["tile_left"][stack] == 0:
        return False
    s["tile_stack"] = stack
    s["phase"] = REVEAL_TILE
    return True


@step
def has_card_up_to(s: State, strength: Int) -> bool:
    for value in range(1, HIGHEST_CARD + 1):
        if value <= strength and s["supply"][value] > 0:
            return True
    return False


@step
def take_cards(s: State, seat: Int, mix: Int) -> None:
    """B5.19"""
    for value in range(1, HIGHEST_CARD + 1):
        s["hand"][seat, value] += MIX[mix, value]
        s["supply"][value] -= MIX[mix, value]
    s["due"] = 0
    after_effect(s)


@step
def go_on(s: State) -> None:
    """Steps and bonus tiles are done: back to where they came from."""
    if s["then"] == TURN:
        s["phase"] = TURN
    else:
        after_effect(s)


@step
def after_effect(s: State) -> None:
    """B5.23: ask for step tiles once more, if there are any to use."""
    if usable_steps(s, np.int64(s["turn"])) != 0:
        s["phase"] = AFTER
    else:
        end_turn(s)


# 4 A round: the end of a turn, of the round, of the game


@junction
def end_turn(s: State) -> None:
    """B5.2: a card laid aside comes back; the next card has its turn."""
    seat = s["turn"]
    if s["kept"] == 1:
        s["hand"][seat, turn_card(s)] += 1
        clear_card(s, seat)
        s["kept"] = 0
    s["at"] += 1
    if s["at"] < turns(s):
        start_turn(s)
    else:
        end_round(s)


@junction
def end_round(s: State) -> None:
    """B4.8"""
    score_round(s)
    empty = 0
    for kind in range(len(TYPES)):
        empty += s["top"][kind] == NO_BUILDING
    over = s["round"] == ROUNDS[s["seats"]] or empty >= EMPTY_STACKS
    s["phase"] = ENDED if over else MARKER


@junction
def score_round(s: State) -> None:
    """B8.3, B8.7, B8.15: what the expert builders score each round."""
    if s["scoring"][FOR_CHAPEL] == FIRST_EACH_ROUND:
        s["money"][seat_of_rank(s, FRONT)] += 1
    if s["scoring"][FOR_GATE] == FIRST_EACH_ROUND:
        s["money"][first_at_the_gates(s)] += 1
    if s["scoring"][FOR_BRIDGE] == LOWEST_NUMBER and s["lowest_by"] != NOBODY:
        s["money"][s["lowest_by"]] += 2


@njit
def first_at_the_gates(s: State) -> Int:
    """B8.7: the seat with the most gate steps, ties by B3."""
    first = 0
    for seat in range(1, s["seats"]):
        more = s["gate"][seat] > s["gate"][first]
        tied = s["gate"][seat] == s["gate"][first]
        first = seat if more or (tied and s["rank"][seat] < s["rank"][first]) else first
    return first


# The contract


@njit
def to_move(s: State) -> int:
    """Return the seat that acts next, CHANCE or OVER."""
    if s["phase"] <= REVEAL_TILE:
        return CHANCE
    if s["phase"] == ENDED:
        return OVER
    if s["phase"] == CARDS:
        seat = 0
        while s["choice"][seat] != NOT_YET:
            seat += 1
        return seat
    return s["turn"]


@njit
def may_act(s: State, seat: int) -> bool:
    """B4.3: in phase CARDS every seat may, and may change its choice until the last is in."""
    return 0 <= seat < s["seats"] and (s["phase"] == CARDS or to_move(s) == seat)


@njit
def legal(s: State, seat: int, actions: Words) -> None:
    """Write the set of the seat's legal actions (the seat may act)."""
    phase = s["phase"]
    if phase == TAKE_CARDS:
        mixes(s, actions)
        return
    for w in range(1, WORDS):
        actions[w] = NONE
    if phase == CARDS:
        actions[0] = playable(s, seat)
    elif phase == TURN:
        actions[0] = placements(s, seat) | usable_steps(s, seat)
        if can_keep_card(s, seat):
            actions[0] |= ONE << np.uint64(USE_KEEP_CARD)
    elif phase == REPLACE:
        actions[0] = NONE
        slots = replaceable(s, seat)
        while slots != 0:
            insert(actions, REPLACE_NUMBER - 1 + s["bridge"][seat, lowest(slots)])
            slots &= slots - ONE
    elif phase == TAKE_TILE:
        actions[0] = NONE
        for stack in range(TILE_STACKS):
            open_tile = np.uint64(s["tile_top"][stack] != NO_TILE)
            actions[0] |= open_tile << np.uint64(TAKE + stack)
    elif phase == AFTER:
        actions[0] = usable_steps(s, seat) | ONE << np.uint64(PASS)
    elif phase == RAISE:
        actions[0] = raisable(s, seat)
    else:
        actions[0] = ONE << np.uint64(USE_LADY) | ONE << np.uint64(PASS)


@step
def mixes(s: State, actions: Words) -> None:
    """B5.19: the cards that the strength allows and the supply has."""
    supply = s["supply"]
    for w in range(WORDS):
        actions[w] = (
            OF_STRENGTH[s["due"], w]
            & SUPPLIED[1, supply[1], w]
            & SUPPLIED[2, supply[2], w]
            & SUPPLIED[3, supply[3], w]
            & SUPPLIED[4, supply[4], w]
        )


@njit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    phase = s["phase"]
    if phase == CARDS:
        choose_card(s, seat, action)
    elif phase == TURN:
        take_turn(s, seat, action)
    elif phase == REPLACE:
        replace_number(s, seat, action - REPLACE_NUMBER + 1)
    elif phase == TAKE_CARDS:
        take_cards(s, seat, action - TAKE_MIX)
    elif phase == TAKE_TILE:
        if not take_tile(s, action - TAKE):
            next_tile(s)
    elif phase == AFTER:
        if action == PASS:
            end_turn(s)
        else:
            use_steps(s, seat, action)
    elif phase == RAISE:
        answer_raise(s, seat, action)
    else:
        answer_lady(s, seat, action)


@step
def take_turn(s: State, seat: Int, action: Int) -> None:
    """B5.1 to B5.8"""
    if action == PASS:
        return_card(s, seat)
        end_turn(s)
    elif action == USE_KEEP_CARD:
        s["tiles"][seat, KEEP_CARD] -= 1
        s["kept"] = 1
    elif action < PLACE:
        use_steps(s, seat, action)
    else:
        place_pawn(s, seat, action)


# By chance phase: the piles are the four scorings, rondel, stairs, markers, six stacks, three bonus
# stacks.
RONDEL_PILE = 4
STAIRS_PILE = 5
MARKER_PILE = 6
STACK_PILE = 7
TILE_PILE = STACK_PILE + len(TYPES)


@njit
def pile(s: State) -> int:
    """Return which pile chance draws from."""
    phase = s["phase"]
    if phase == REVEAL:
        return STACK_PILE + s["stack"]
    if phase == REVEAL_TILE:
        return TILE_PILE + s["tile_stack"]
    if phase == MARKER:
        return MARKER_PILE
    if phase == SCORING:
        return s["at"]
    return RONDEL_PILE if phase == RONDEL else STAIRS_PILE


@njit
def kinds(s: State) -> int:
    phase = s["phase"]
    if phase == REVEAL:
        return len(CRESTS) if s["stack"] == PARK else 12
    if phase == REVEAL_TILE:
        return len(TILES)
    if phase == MARKER:
        return MARKER_KINDS
    if phase == SCORING:
        return KINDS_OF_SCORING
    return len(TYPES) if phase == RONDEL else s["seats"]


@njit
def pile_size(s: State) -> int:
    """Count what chance draws one of."""
    phase = s["phase"]
    if phase == REVEAL:
        return s["left"][s["stack"]]
    if phase == REVEAL_TILE:
        return s["tile_left"][s["tile_stack"]]
    if phase == MARKER:
        return s["markers"][0] + s["markers"][1] + s["markers"][2]
    if phase == SCORING:
        return KINDS_OF_SCORING
    return len(TYPES) if phase == RONDEL else s["seats"] - s["at"]


@njit
def weight(s: State, outcome: int) -> int:
    """Count how many ways there are for an outcome."""
    phase = s["phase"]
    if phase == REVEAL:
        if s["stack"] == PARK:
            return s["parks"][outcome]
        return s["hidden"][s["stack"]] >> outcome & 1
    if phase == REVEAL_TILE:
        return s["tile_hidden"][s["tile_stack"]] >> outcome & 1
    if phase == MARKER:
        return s["markers"][outcome]
    if phase == STAIRS:
        return s["rank"][outcome] == NO_RANK
    return 1


@njit
def deal(s: State, outcome: int) -> None:
    """Let chance have an outcome."""
    phase = s["phase"]
    if phase == REVEAL:
        reveal(s, outcome)
    elif phase == REVEAL_TILE:
        reveal_tile(s, outcome)
    elif phase == MARKER:
        turn_rondel(s, outcome)
    elif phase == STAIRS:
        climb_stairs(s, outcome)
    elif phase == RONDEL:
        lay_rondel(s, outcome)
    else:
        draw_scoring(s, outcome)
