"""What the table of Old London Bridge says in few words: tasks, cards, bonus tiles, scorings."""

CARD_NAMES = ("Peter", "Merchant", "Lady", "Cleric", "Lord")  # by value
PROMPTS = {  # by phase; after the name of the seat to move
    "ladies": "use a lady tile, or pass",
    "raise": "raise a card by a plus-one tile, or pass",
    "turn": "place the pawn, or use tiles first",
    "replace": "choose the house to replace by",
    "take cards": "take cards worth up to",
    "take tile": "take a bonus tile",
    "after": "use step tiles, or pass",
}
TILES = {
    "share": "stand where another pawn is",
    "free centre": "the centre for nothing",
    "x space": "stand on the X",
    "keep card": "keep the card of your turn",
    "chapel steps": "two chapel steps",
    "gate steps": "two gate steps",
    "plus one": "your card counts one more",
    "lady": "take a 2 before choosing",
}
SCORINGS = {  # by category and scoring; {paid} is what the first places get
    "chapel": {
        "printed": "most chapel steps: {paid}",
        "most_chapels": "most chapels: {paid}",
        "first_each_round": "£1 a round: first on the track",
        "ahead_of_the_last": "£1 a step ahead of the last",
        "coins_again": "the coins of the track again",
    },
    "gate": {
        "printed": "most gate steps: {paid}",
        "most_gates": "most gates: {paid}",
        "first_each_round": "£1 a round: first on the track",
        "by_steps": "4 steps £3, 7 £5, 10 £9, 13 £12",
        "unused_tiles": "unused tiles: £1, £4, £9, £16",
    },
    "inn": {
        "printed": "highest sum in hand: {paid}",
        "most_inns": "most inns: {paid}",
        "highest_card": "£2 a round: highest card",
        "cards_in_hand": "cards held: 3 £4, 5 £7, 8 £10",
        "sets_of_cards": "sets: 1+2 £5, +3 £10, +4 £15",
    },
    "bridge": {
        "printed": "most buildings: {paid}",
        "longest_run": "longest run, no park: {paid}",
        "lowest_number": "£2 a round: lowest number",
        "up_to_30": "£2 a number up to 30",
        "full_sets": "£10 a set of all six types",
    },
}
