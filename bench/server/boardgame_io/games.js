// Two games for boardgame.io: noughts and crosses, and one of our size with hidden hands.
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const noughts = {
  name: "noughts",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    const full = LINES.some((line) => line.every((c) => G.cells[c] !== null && G.cells[c] === G.cells[line[0]]));
    return full || G.cells.every((cell) => cell !== null) ? { over: true } : undefined;
  },
};

// Routes between towns, claimed with cards of a colour from a hidden hand; tickets are secret too.
const COLOURS = 6;
const ROUTES = Array.from({ length: 42 }, (_, n) => ({ length: 1 + (n % 4), colour: n % COLOURS })); // by route
const CARDS = Array.from({ length: 66 }, (_, n) => n % COLOURS);
const SHOWN = 5;
const PIECES = 17;

const canClaim = (hand, route) => hand.filter((card) => card === ROUTES[route].colour).length >= ROUTES[route].length;

function refill(G, random) {
  if (G.deck.length === 0) {
    G.deck = random.Shuffle(G.discarded);
    G.discarded = [];
  }
  while (G.shown.length < SHOWN && G.deck.length > 0) G.shown.push(G.deck.pop());
}

const routes = {
  name: "routes",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(CARDS);
    const tickets = random.Shuffle(Array.from({ length: 20 }, (_, n) => n));
    const seats = Array.from({ length: ctx.numPlayers }, () => ({
      hand: deck.splice(0, 2), tickets: tickets.splice(0, 2), pieces: PIECES, score: 0,
    }));
    return { seats, shown: deck.splice(0, SHOWN), deck, discarded: [], tickets, owners: ROUTES.map(() => null) };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    draw: ({ G, playerID, random }, slot) => {
      refill(G, random);
      const pile = slot === null ? G.deck : G.shown;
      if (pile.length === 0 || (slot !== null && slot >= pile.length)) return INVALID_MOVE;
      G.seats[playerID].hand.push(slot === null ? pile.pop() : pile.splice(slot, 1)[0]);
      refill(G, random);
    },
    claim: ({ G, playerID }, route) => {
      const seat = G.seats[playerID];
      const { length, colour } = ROUTES[route];
      if (G.owners[route] !== null || seat.pieces < length || !canClaim(seat.hand, route)) return INVALID_MOVE;
      for (let paid = 0; paid < length; paid++) seat.hand.splice(seat.hand.indexOf(colour), 1);
      G.discarded.push(...Array(length).fill(colour));
      G.owners[route] = playerID;
      seat.pieces -= length;
      seat.score += length * length;
    },
  },
  // Who plays all seats of a table sees as the one that has to move; ours is the same.
  playerView: ({ G, ctx, playerID }) => {
    const sees = playerID === null ? null : Number(ctx.currentPlayer);
    const seats = G.seats.map((seat, n) =>
      n === sees ? seat : { ...seat, hand: seat.hand.length, tickets: seat.tickets.length });
    return { ...G, seats, deck: G.deck.length, tickets: G.tickets.length };
  },
  endIf: ({ G, ctx }) =>
    G.seats.some((seat) => seat.pieces <= 2) || ctx.turn >= 200 ? { scores: G.seats.map((seat) => seat.score) } : undefined,
};

// The legal moves of who has to move, as a client finds them in what it is shown: [name, argument]
const legal = {
  noughts: (G) => G.cells.flatMap((cell, index) => (cell === null ? [["mark", index]] : [])),
  routes: (G, ctx) => {
    const { hand, pieces } = G.seats[ctx.currentPlayer];
    const claims = ROUTES.flatMap((route, n) =>
      G.owners[n] === null && pieces >= route.length && canClaim(hand, n) ? [["claim", n]] : []);
    const draws = G.shown.map((_, slot) => ["draw", slot]);
    return [...claims, ...draws, ...(G.deck > 0 ? [["draw", null]] : [])];
  },
};

module.exports = { games: { noughts, routes }, legal };
