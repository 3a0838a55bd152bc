/** The plain page: everything can be played on it. What the server sends goes in as text only. */

const BUSY = [429, 502, 503, 504]; // statuses after which one asks again
const LONGEST_PAUSE = 15_000; // milliseconds between two attempts
const ONE_LINE = 64; // characters up to which a part of a view is written in one line
const NAMES_A_SEAT = ["to_move", "turn", "seat", "lowest_by"]; // parts of a view
const DONE = { // by kind of entry: what its seat did
  sit: "sat down", leave: "left", bot: "is ready", free: "is free again", undo: "took back a move",
  ask: "asks to take back a move", agree: "agrees", refuse: "wants no take-back", back: "is back",
  go_back: "took back a move, as agreed", away: "is away: a bot plays on",
};
let catalogue; // the games and bots
let me = null; // who looks
let at = null; // the table on show

const $ = (id) => document.getElementById(id);
const words = (name) => name.replaceAll("_", " ");
const isObject = (value) => value !== null && typeof value === "object";
const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const withId = (body) => ({ ...body, client_id: crypto.randomUUID() });
const option = (value, text = words(value)) => make("option", { value, textContent: text });
const quiet = (text) => make("span", { className: "quiet" }, text);
const title = (name) => catalogue.games.find((game) => game.name === name)?.title ?? words(name);
const visit = ({ id }) => { location.hash = `table=${id}`; };
const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };

/** Make an element; strings among the children become text. */
function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Make a button. */
function button(textContent, doing, properties = {}) {
  return make("button", { type: "button", textContent, onclick: () => attempt(doing), ...properties });
}

/** Draw a part of the page if what it shows has changed, and leave the focus where it was. */
function redraw(id, shown, draw) {
  const node = $(id), key = JSON.stringify(shown);
  if (node.shown === key) return;
  node.shown = key;
  const live = () => [...node.querySelectorAll("button, select, a")];
  const spot = live().indexOf(document.activeElement);
  node.replaceChildren(...draw());
  if (spot >= 0) (live()[Math.min(spot, live().length - 1)] ?? $("turn")).focus();
}

/** Ask the server; with a client id until it answers, as a repeat is answered as the first was. */
async function ask(method, path, body) {
  const sent = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  for (let pause = 500; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const answer = await fetch(`/api/${path}`, { method, ...sent }).catch(() => null);
    const content = await answer?.json().catch(() => null);
    if (answer) write("link", "");
    if (answer?.ok) return content;
    const error = new Error(content?.message ?? "The server does not answer; try again.");
    Object.assign(error, { status: answer?.status, update: content?.update });
    if (!body?.client_id || (answer && !BUSY.includes(answer.status))) throw error;
    write("link", "The server does not answer; reconnecting…");
    await later(Math.max(pause, 1000 * answer?.headers.get("Retry-After") || 0));
  }
}

/** Do something, and say what went wrong if it did. */
async function attempt(doing) {
  write("problem", "");
  try {
    await doing();
  } catch (error) {
    if (at && error.update?.table.id === at.id) receive(error.update);
    write("problem", named(error.message));
  }
}

/** Change the table on show; the buttons rest until the change has come back. */
async function act(method, what, body) {
  const table = at;
  if ($("actions").contains(document.activeElement)) $("turn").focus();
  table.busy = $("actions").disabled = true;
  try {
    table.awaited = (await ask(method, `tables/${table.id}/${what}`, body)).version;
  } finally {
    table.busy = false;
    if (table === at) drawTable();
  }
}

/** Be somebody, under the name that stands in the page; a stream knows only who opened it. */
async function beSomebody() {
  if (me) return;
  me = await ask("POST", "guests", { name: $("name").value });
  if (at) listen();
}

/** Take the name that stands in the page. */
async function takeName() {
  if (me) me = await ask("PATCH", "me", { name: $("name").value });
  await beSomebody();
  $("name").value = me.name;
}

/** Make a table and go there. */
async function makeTable(asked, path = "tables") {
  await beSomebody();
  visit(await ask("POST", path, asked));
}

/** Show what one can choose for a new table of the chosen game. */
function drawChoices() {
  const game = catalogue.games.find(({ name }) => name === $("game").value);
  const use = (preset) => Object.entries(preset).forEach(([name, value]) => {
    $("making").elements[name].value = value;
  });
  $("opponents").replaceChildren(...game.seats.map((seats) => option(seats - 1, seats - 1)));
  $("options").replaceChildren(
    ...game.options.filter(({ values }) => values.length > 1).map(({ name, values }) => make("label", {},
      words(name), make("select", { name }, ...values.map((value) => option(value))))),
    ...Object.entries(game.presets).map(([name, preset]) => button(`Set ${words(name)}`, () => use(preset))),
  );
}

/** Make the table that the form describes. */
function makeChosen({ submitter }) {
  const others = { bots: $("level").value, friends: "free", me: "me" }[submitter.value];
  const seats = ["me", ...Array(Number($("opponents").value)).fill(others)];
  const chosen = [...$("options").querySelectorAll("select")].map(({ name, value }) => [name, value]);
  const pace = JSON.parse($("pace").value), listed = $("listed").checked, start = others !== "free";
  return makeTable({ game: $("game").value, seats, options: Object.fromEntries(chosen), pace, listed, start });
}

/** Make a table of a match file. */
async function importMatch({ target }) {
  const match = await new Response(target.files[0]).json().catch(() => null);
  target.value = "";
  if (!match) throw new Error("This is not a match file; choose another.");
  await makeTable(match, "matches");
}

/** Show the lists of tables. */
async function drawLists() {
  for (const which of me ? ["mine", "open", "playing"] : ["open", "playing"]) {
    const { tables } = await ask("GET", `tables?which=${which}`);
    redraw(which, tables, () => tables.map(listed));
  }
}

/** Make the line of a table in a list. */
function listed({ id, game, seats, waited_for, status }) {
  const waited = waited_for.some((seat) => seats[seat].yours);
  const who = seats.map(({ name, level }) => name ?? (level ? `${level} bot` : "free")).join(", ");
  return make("li", { className: waited ? "waited" : "" },
    make("a", { href: `#table=${id}` }, `${title(game)}: ${who}`), quiet(waited ? "your turn" : status));
}

/** Hear of the table on show, from now on. */
function listen() {
  const table = at, seen = at.update ? `?since=${at.update.version}` : "";
  table.source?.close();
  const source = table.source = new EventSource(`/api/tables/${table.id}/stream${seen}`);
  const hear = (event, doing) => source.addEventListener(event, ({ data }) => doing(data));
  hear("open", () => write("link", ""));
  hear("update", (data) => receive(JSON.parse(data)));
  hear("presence", (data) => { table.presence = JSON.parse(data); drawSeats(); });
  hear("error", () => {
    write("link", "The connection is lost; reconnecting…");
    if (source.readyState === EventSource.CLOSED) listenAgain(table);
  });
}

/** Open a stream again that was refused, unless the table is refused as well. */
async function listenAgain(table) {
  await later(table.pause = Math.min(2 * (table.pause ?? 500), LONGEST_PAUSE));
  const why = await ask("GET", `tables/${table.id}`).then(() => null, (error) => error);
  if (table !== at) return;
  if (!why?.status || BUSY.includes(why.status)) listen();
  else write("problem", why.message);
}

/** Take in an update; who shares a screen is shown theirs when they say that they are there. */
function receive(update) {
  if (update.version < at.update?.version) return;
  const { you, table } = at.update = update;
  delete at.pause;
  if (you.seats.length < 2 || table.status !== "playing") at.unveiled = you.seat;
  follow(update);
  drawTable();
}

/** Keep the log: what is new is added; after a step back, or for other eyes, it is read anew. */
function follow({ news, gap, you, position }) {
  const back = news.some(({ kind }) => kind === "undo" || kind === "go_back");
  const told = ({ kind, seat, events }) => events.length ? events.map(({ text }) => named(text))
    : DONE[kind] ? [`${nameOf(seat)} ${DONE[kind]}`] : [];
  const fresh = news.filter(({ events, moves }) => !events.length || moves > at.logged).flatMap(told);
  if (fresh.length) write("news", at.unveiled === you.seat ? fresh.slice(-6).join(" · ") : "");
  at.logged = Math.max(at.logged, ...news.map(({ moves }) => moves));
  if (position && (gap || back || !at.log || at.eyes !== you.seat)) attempt(readLog);
  else at.log?.push(...fresh);
  at.eyes = you.seat;
}

/** Read the whole log, with the eyes of the last update. */
async function readLog() {
  const table = at, reading = table.reading = Symbol("the last one counts"), { seat } = at.update.you;
  table.log = null;
  const log = await ask("GET", `tables/${table.id}/log${seat === null ? "" : `?seat=${seat}`}`);
  if (table !== at || reading !== table.reading) return;
  table.log = log.events.map(({ text }) => named(text));
  table.logged = log.moves;
  drawTable();
}

/** Return what a seat is called. */
function nameOf(seat) {
  const names = at.update.table.seats.map(({ name, level }) => name ?? (level ? `${level} bot` : "Seat"));
  const isAlone = names.filter((name) => name === names[seat]).length === 1 && names[seat] !== "Seat";
  return isAlone ? names[seat] : `${names[seat]} ${seat + 1}`;
}

/** Return a text with names in place of the numbers of seats. */
function named(text) {
  const seats = at?.update?.table.seats ?? [];
  return text.replace(/\bseat (\d)\b/gi, (same, seat) => seats[seat] ? nameOf(Number(seat)) : same);
}

/** Draw the table on show. */
function drawTable() {
  if (!at.update) return;
  const { table, you, position } = at.update, veiled = at.unveiled !== you.seat;
  const log = veiled ? [] : at.log ?? [];
  write("title", title(table.game));
  write("about", inline({ ...table.options, clock: table.pace.kind }));
  drawTurn(veiled);
  redraw("moves", [veiled, you, position?.legal], () => [veiled ? unveil() : moves()]);
  redraw("controls", [veiled, table, you, position?.can_undo], () => veiled ? [] : controls());
  drawSeats();
  drawAfter();
  drawView(veiled ? {} : (at.replay ?? position)?.view ?? {});
  drawChat();
  redraw("log", log, () => log.map((line) => make("li", {}, line)).reverse());
  $("actions").disabled = at.busy || at.update.version < at.awaited;
}

/** Say whose turn it is, and what is asked. */
function drawTurn(veiled) {
  const { table, you, position } = at.update, waited = position?.waited_for ?? [];
  const yours = !veiled && you.seats.includes(you.seat) && waited.includes(you.seat);
  let text = `Waiting for ${waited.map(nameOf).join(", ")}.`;
  if (table.status === "open") text = "The match has not started.";
  else if (table.status === "over") text = `Won by ${position.winners.map(nameOf).join(" and ")}.`;
  else if (veiled) text = `Give the screen to ${nameOf(you.seat)}.`;
  else if (yours) text = `${you.seats.length > 1 ? nameOf(you.seat) : "Your turn"}: ${position.prompt?.text}`;
  else if (position.legal.length) text += " You can still change your choice.";
  write("turn", text);
  $("turn").classList.toggle("yours", yours);
  document.title = yours ? "Your turn · Londinium" : "Londinium";
}

/** Make the button by which the next of several people at one screen says that they are there. */
function unveil() {
  const { seat } = at.update.you, show = () => { at.unveiled = seat; drawTable(); };
  return button(`I am ${nameOf(seat)}: show my side`, show, { className: "first" });
}

/** Make the buttons of the legal moves, in groups. */
function moves() {
  const { you, position } = at.update, groups = new Map();
  for (const { action, text } of position?.legal ?? []) {
    const [, group, rest] = /^(.*) for (.*)$/.exec(text) ?? /^(\S+) (.*)$/.exec(text) ?? [text, text, text];
    const play = () => act("POST", `moves?seat=${you.seat}`, withId({ action, version: at.update.version }));
    if (!groups.has(group)) groups.set(group, make("div"));
    groups.get(group).append(button(rest, play, { ariaLabel: text }));
  }
  return make("ul", { className: "moves" }, ...[...groups].map((group) => make("li", {}, ...group)));
}

/** Make the buttons for what one can do besides moves. */
function controls() {
  const { table, you, position } = at.update, { status, take_back: asked } = table;
  const over = status === "over", seated = you.seats.length > 0, playing = status === "playing" && seated;
  const mine = you.seats.includes(asked?.seat), agreed = asked?.agreed.some((seat) => you.seats.includes(seat));
  const ready = status === "open" && you.host && table.seats.every(({ kind }) => kind !== "free");
  const post = (what, body) => () => act("POST", what, body && withId(body()));
  const undo = (whole_turn) => post(`undo?seat=${you.seat}`, () => ({ version: at.update.version, whole_turn }));
  const answer = (agree) => post("take-back/answer", () => ({ agree }));
  return [
    [ready, "Start", post("start")],
    [playing && position.can_undo, "Undo", undo(false)],
    [playing && position.can_undo, "Restart my turn", undo(true)],
    [playing && !asked && !position.can_undo, "Ask to take back", post(`take-back?seat=${you.seat}`, () => ({}))],
    [playing && asked && !mine && !agreed, "Agree to the take-back", answer(true)],
    [playing && asked, mine ? "Withdraw the take-back" : "Refuse the take-back", answer(false)],
    [table.rematch, "Go to the rematch", () => visit({ id: table.rematch })],
    [over && seated && !table.rematch, "Rematch", async () => visit(await ask("POST", `tables/${table.id}/rematch`))],
    [over && table.seed, "The same deal again", () => makeTable(sameDeal())],
  ].filter(([offered]) => offered).map(([, text, doing]) => button(text, doing));
}

/** Return the table to ask for to play the same deal again. */
function sameDeal() {
  const { table: { id, game, options, seats }, you } = at.update;
  const wishes = seats.map(({ level }, seat) => you.seats.includes(seat) ? "me" : level ?? "free");
  if (!wishes.includes("me")) wishes[Math.max(0, wishes.indexOf("free"))] = "me";
  return { game, options, seats: wishes, same_deal_of: id, start: !wishes.includes("free") };
}

/** Draw the seats: who is there, how much time they have, and what one can do there. */
function drawSeats() {
  if (!at.update) return;
  const { table, you, position } = at.update, { seats: here = [], watching } = at.presence ?? {};
  redraw("seats", [table, you, position?.waited_for, here], () => table.seats.map((seat, number) => make("li",
    { className: position?.waited_for.includes(number) ? "waited" : "" }, make("strong", {}, nameOf(number)),
    quiet(describe(seat, number, here)), make("span", { className: "clock" }), ...seatControls(seat, number))));
  write("watching", watching ? `${watching} watching` : "");
  $("invite").hidden = table.status !== "open";
  $("url").value = location.href;
  drawClocks();
}

/** Say what is to be known of who is in a seat. */
function describe({ kind, kept_for, away }, number, here) {
  if (kept_for) return `kept for ${kept_for}`;
  if (kind !== "person") return kind === "free" && at.update.table.status === "open" ? "free" : "";
  if (away) return "away, a bot plays";
  return (at.update.you.seats.includes(number) ? "you, " : "") + (here.includes(number) ? "here" : "not here");
}

/** Make what one can do with a seat. */
function seatControls({ kind, level, away }, seat) {
  const { table, you } = at.update, own = you.seats.includes(seat);
  const sit = async () => { await beSomebody(); await act("POST", "seats", { seat }); };
  if (own && away) return [button("Return", sit)];
  if (own && table.status !== "over") return [button("Leave", () => act("DELETE", `seats?seat=${seat}`))];
  if (table.status !== "open" || kind === "person") return [];
  const place = ({ target }) => attempt(() => act("PUT", `seats/${seat}`, { level: target.value || null }));
  const bots = make("select", { ariaLabel: `Bot in seat ${seat + 1}`, onchange: place }, option("", "no bot"),
    ...catalogue.levels.map(({ name }) => option(name, `${name} bot`)));
  bots.value = level ?? "";
  return [...(kind === "free" ? [button("Sit here", sit)] : []), ...(you.host ? [bots] : [])];
}

/** Draw how much time is left. */
function drawClocks() {
  at?.update?.table.seats.forEach(({ deadline }, seat) => {
    const left = Math.max(0, deadline - Date.now() / 1000), days = Math.floor(left / 86_400);
    const text = `${days ? `${days} d ` : ""}${new Date(left * 1000).toISOString().slice(11, 19)} left`;
    $("seats").children[seat].querySelector(".clock").textContent = deadline ? text : "";
  });
}

/** Draw what there is once the match is over. */
function drawAfter() {
  const { table, you, position } = at.update;
  $("after").hidden = table.status !== "over";
  if ($("after").hidden) return;
  const fact = (name, value) => value ? [make("p", {}, name, make("span", { className: "code" }, value))] : [];
  redraw("result", table, () => [
    make("a", { href: `/api/tables/${table.id}/match-file`, download: "" }, "Download the match file"),
    ...fact("The dealer's promise: ", table.commitment), ...fact("The dealer's seed: ", table.seed)]);
  if (at.replay) return;
  $("at").max = $("at").value = position.moves;
  $("eyes").replaceChildren(...(you.seat === null ? [option("", "everybody")] : []),
    ...table.seats.map((_, seat) => option(seat, nameOf(seat))));
  $("eyes").value = you.seat ?? "";
}

/** Show the match as it was where the slider stands; of quick slides only the last counts. */
async function replay() {
  const table = at, sought = table.sought = Symbol("the last one counts"), seat = $("eyes").value;
  await later(80);
  if (sought !== table.sought) return;
  const seen = await ask("GET", `tables/${table.id}/replay?at=${$("at").value}${seat && `&seat=${seat}`}`);
  if (table !== at || sought !== table.sought) return;
  table.replay = seen;
  write("replayed", [`${seen.moves} of ${seen.of}`, ...seen.events.map(({ text }) => named(text))].join(" · "));
  drawView(seen.view);
}

/** Draw a view of the match, whatever the game: the players first. */
function drawView({ players = [], seat: _eyes, seats: _number, ...rest }) {
  redraw("view", [players, rest], () => [
    make("div", { className: "players" }, ...players.map((player, seat) =>
      make("div", { className: "player" }, make("h3", {}, nameOf(seat)), ...show(player)))),
    ...show(rest),
  ]);
}

/** Show a part of a view: in one line if it is short, else as a list. */
function show(value, name) {
  const text = inline(value, name), isLong = (item) => inline(item).length > ONE_LINE;
  if (name && (text.length <= ONE_LINE || !Object.values(value).some(isObject))) return [text];
  if (Array.isArray(value)) return [make("ul", {}, ...value.map((item) => make("li", {}, inline(item))))];
  const told = Object.entries(value).filter(([, item]) => inline(item));
  return [make("dl", {}, ...told.map(([key, item]) => make("div", { className: isLong(item) ? "long" : "" },
    make("dt", {}, words(key)), make("dd", {}, ...show(item, key)))))];
}

/** Write a value in one line; nothing for what is nothing. */
function inline(value, name) {
  if (NAMES_A_SEAT.includes(name) && at.update.table.seats[value]) return nameOf(value);
  if (!isObject(value)) return { null: "", true: "yes", false: "no" }[value] ?? words(`${value}`);
  const wrap = (item, key) => isObject(item) ? `(${inline(item)})` : inline(item, key);
  const isSparse = value.length > 8 && value.includes(null);
  if (Array.isArray(value) && !isSparse) return value.map((item) => wrap(item) || "–").join(", ");
  const told = Object.entries(value).filter(([, item]) => inline(item));
  return told.map(([key, item]) => `${words(key)}: ${wrap(item, key)}`).join(", ");
}

/** Add what was said since. */
function drawChat() {
  const fresh = at.update.chat.filter(({ version }) => version > at.said);
  $("talk").hidden = !at.update.you.seats.length;
  if (!fresh.length) return;
  at.said = fresh.at(-1).version;
  $("chat").append(...fresh.map(({ name, text }) => make("li", {}, make("strong", {}, `${name}: `), text)));
  $("chat").scrollTop = $("chat").scrollHeight;
}

/** Show what the address says: a table, or home. */
async function go() {
  const id = /^#table=([a-z2-7]{12})$/.exec(location.hash)?.[1];
  at?.source.close();
  at = id ? { id, logged: 0, said: 0, awaited: 0 } : null;
  ["link", "title", "about", "turn", "news", "replayed"].forEach((part) => write(part, ""));
  ["moves", "controls", "seats", "view", "log", "chat"].forEach((part) => redraw(part, id, () => []));
  $("home").hidden = Boolean(id);
  $("table").hidden = !id;
  document.title = "Londinium";
  await (id ? listen() : drawLists());
}

/** Do something when something happens to a part of the page. */
function on(id, event, doing) {
  $(id).addEventListener(event, (happened) => {
    if (event === "submit") happened.preventDefault();
    attempt(() => doing(happened));
  });
}

/** Begin. */
async function begin() {
  [catalogue, me] = await Promise.all([ask("GET", "games"), ask("GET", "me")]);
  if (me) $("name").value = me.name;
  $("game").replaceChildren(...catalogue.games.map((game) => option(game.name, game.title)));
  $("level").replaceChildren(...catalogue.levels.map(({ name, sentence }) => option(name, `${name}: ${sentence}`)));
  $("level").value = "medium";
  drawChoices();
  await go();
}

on("naming", "submit", takeName);
on("making", "submit", makeChosen);
on("saying", "submit", () => {
  const body = withId({ text: $("say").value });
  $("say").value = "";
  return ask("POST", `tables/${at.id}/chat`, body);
});
on("game", "change", drawChoices);
on("import", "change", importMatch);
on("at", "input", replay);
on("eyes", "change", replay);
on("url", "focus", () => $("url").select());
window.addEventListener("hashchange", () => attempt(go));
setInterval(drawClocks, 1000);
setInterval(() => at || document.hidden || drawLists().catch(() => {}), 10_000);
attempt(begin);
