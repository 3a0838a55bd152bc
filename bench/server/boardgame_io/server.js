// boardgame.io's server: node server.js GAME memory | files FOLDER | postgres URL
const { Server, FlatFile } = require("boardgame.io/server");
const { games } = require("./games.js");

const [name, store, where] = process.argv.slice(2);
const stores = {
  memory: () => undefined,
  files: () => new FlatFile({ dir: where }),
  postgres: () => new (require("bgio-postgres").PostgresStore)(where, { logging: false }),
};

Server({ games: [games[name]], origins: [/.*/], db: stores[store]() })
  .run({ port: 0, lobbyConfig: { apiPort: 0 } })
  .then(({ appServer }) => console.log(`PORT ${appServer.address().port}`));
