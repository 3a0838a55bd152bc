// The same load on boardgame.io's server as moves.py puts on ours: node load.js MATCHES SECONDS GAME STORE...
// A socket for each match, which plays all sides and is told of every move. STORE is as server.js has it.
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { io } = require("socket.io-client");
const { games, legal } = require("./games.js");

const [matches, seconds] = process.argv.slice(2, 4).map(Number);
const [game, ...store] = process.argv.slice(4);
const RATES = [600, null]; // moves a second offered in all; null: as fast as they are taken
const AT_ONCE = 50; // matches that are made together
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Player {
  constructor(port, number) {
    this.number = number;
    this.games = 0;
    this.socket = io(`http://127.0.0.1:${port}/${game}`, { transports: ["websocket"] });
    const told = (state) => {
      this.state = state;
      if (this.waiting) this.waiting();
    };
    this.socket.on("update", (_, state) => told(state));
    this.socket.on("patch", () => { throw new Error("patches are not expected"); });
    this.socket.on("sync", (_, info) => told(info.state));
  }
  next(send) {
    return new Promise((done) => { this.waiting = done; send(); });
  }
  start() {
    this.match = `match-${this.number}-${this.games++}`;
    return this.next(() => this.socket.emit("sync", this.match, "0", undefined, games[game].maxPlayers));
  }
  async move() {
    const { G, ctx, _stateID } = this.state;
    const moves = legal[game](G, ctx);
    const [type, ...args] = moves[Math.floor(Math.random() * moves.length)];
    const playerID = ctx.currentPlayer;
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID } };
    const begun = performance.now();
    await this.next(() => this.socket.emit("update", action, _stateID, this.match, playerID));
    return performance.now() - begun;
  }
  async play(latencies, pause, until) {
    let due = performance.now() + Math.random() * pause;
    while (true) {
      if (due > performance.now()) await sleep(due - performance.now());
      due = Math.max(due, performance.now() - pause) + pause;
      if (performance.now() > until) return;
      if (this.state.ctx.gameover) await this.start();
      latencies.push(await this.move());
    }
  }
}

function megabytes(pid) {
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").pop().trim().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measure(server, port) {
  const players = Array.from({ length: matches }, (_, number) => new Player(port, number));
  for (let group = 0; group < matches; group += AT_ONCE)
    await Promise.all(players.slice(group, group + AT_ONCE).map((player) => player.start()));
  for (const rate of RATES) {
    const latencies = [];
    const pause = rate ? (1000 * matches) / rate : 0;
    const [begun, cpu] = [performance.now(), cpuSeconds(server.pid)];
    const until = begun + 1000 * seconds;
    await Promise.all(players.map((player) => player.play(latencies, pause, until)));
    latencies.sort((a, b) => a - b);
    const at = (share) => latencies[Math.floor(share * latencies.length)];
    console.log(JSON.stringify({
      offered: rate ?? "all that fits",
      moves_s: (1000 * latencies.length) / (performance.now() - begun), // the last are answered later
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      CPU_ms_move: (1000 * (cpuSeconds(server.pid) - cpu)) / latencies.length,
      MB: megabytes(server.pid),
    }));
  }
}

const server = spawn(process.execPath, [join(__dirname, "server.js"), game, ...store], { stdio: ["ignore", "pipe", "inherit"] });
server.stdout.on("data", async (said) => {
  const port = String(said).match(/PORT (\d+)/);
  if (!port) return;
  try {
    await measure(server, port[1]);
  } finally {
    server.kill();
    process.exit();
  }
});
