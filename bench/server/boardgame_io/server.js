// boardgame.io's server with noughts and crosses, matches in memory: node server.js
const { Server } = require("boardgame.io/server");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  name: "noughts",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    const full = LINES.some((line) => line.every((c) => G.cells[c] !== null && G.cells[c] === G.cells[line[0]]));
    return full || G.cells.every((cell) => cell !== null) ? { over: true } : undefined;
  },
};

Server({ games: [game], origins: [/.*/] })
  .run({ port: 0, lobbyConfig: { apiPort: 0 } })
  .then(({ appServer }) => console.log(`PORT ${appServer.address().port}`));
