/** The log of a table: the events of the match as the viewer saw them, and what people did. */

import type { Log, News, Update } from "../api/client";
import type { GameClient, GameEvent, TextContext } from "../games/contract";
import { isKey, t } from "../i18n/index.svelte";

/** Something other than a move: somebody sat down, or took a move back. */
export interface Note {
  kind: string;
  seat: number | null;
  /** The name of the seat at that time. */
  name: string;
  version: number;
  /** How many events came before it. */
  after: number;
}

export interface Line {
  key: string;
  text: string;
  /** How often it happened in a row. */
  times?: number;
  /** The spots of the board that it is about. */
  spots: string[];
  /** The number of the move, in a replay. */
  at?: number;
}

/** Return the text of a line, with how often it happened. */
export const sayLine = ({ text, times }: Line): string =>
  times ? `${text}\u00a0× ${times}` : text;

/** The log in a replay, as one viewer saw it. */
export interface Past {
  events: GameEvent[];
  /** The number of the move of each event. */
  at: number[];
  viewer: number | null;
}

/** Consecutive lines of one seat, or of none. */
export interface Turn {
  key: string;
  seat: number | null;
  lines: Line[];
}

const TAKES_BACK = new Set(["undo", "go_back"]);
const OUTDATED = -1; // the log has to be loaded again

export class MatchLog {
  events: GameEvent[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  #moves = OUTDATED; // that the events cover
  #wanted = 0; // moves of the match
  #viewer: number | null = null;
  #requests = 0;

  constructor(private readonly fetchLog: (viewer: number | null) => Promise<Log>) {}

  /** Add news; if some are missing, load the whole log again. */
  add(news: News[], update: Update, names: string[]): void {
    for (const one of news) this.#addItem(one, names);
    if (!update.position) return;
    this.#wanted = update.position.moves;
    const others = this.#viewer !== update.you.seat;
    this.#viewer = update.you.seat;
    if (others || update.gap || this.#moves !== this.#wanted) void this.#reload();
  }

  #addItem(one: News, names: string[]): void {
    if (one.kind !== "move") {
      const name = one.seat === null ? "" : (names[one.seat] ?? "");
      const { kind, seat, version } = one;
      this.notes = [...this.notes, { kind, seat, name, version, after: this.events.length }];
    }
    if (TAKES_BACK.has(one.kind)) this.#moves = OUTDATED;
    if (this.#moves === OUTDATED || one.moves <= this.#moves) return;
    this.events = [...this.events, ...(one.events as GameEvent[])];
    this.#moves = one.moves;
  }

  async #reload(): Promise<void> {
    this.#moves = OUTDATED;
    const reading = ++this.#requests;
    try {
      const log = await this.fetchLog(this.#viewer);
      if (reading !== this.#requests) return; // a newer request is under way
      this.events = log.events as GameEvent[];
      this.notes = this.notes.map((n) => ({ ...n, after: Math.min(n.after, log.events.length) }));
      this.#moves = log.moves;
      if (log.moves < this.#wanted) await this.#reload();
    } catch {
      // The next update will try again.
    }
  }
}

/** Return the text of something other than a move; null if it is not shown. */
export function sayNote(kind: string, name: string, you = false): string | null {
  const key = `table.note_${kind}`;
  const ofYou = `${key}_you`;
  if (you && isKey(ofYou)) return t(ofYou);
  return isKey(key) ? t(key, { name }) : null;
}

/** Return the log as texts, grouped by turn. */
export function inTurns(
  log: { events: GameEvent[]; notes: Note[]; at?: number[] },
  game: GameClient,
  context: TextContext,
): Turn[] {
  const turns: Turn[] = [];
  const add = (seat: number | null, line: Line): void => {
    const last = turns.at(-1);
    const same =
      seat === null && last?.seat === null && last.lines.find((one) => one.text === line.text);
    if (same) Object.assign(same, { times: (same.times ?? 1) + 1, at: line.at });
    else if (last && last.seat === seat) last.lines.push(line);
    else turns.push({ key: line.key, seat, lines: [line] });
  };
  const notes = [...log.notes];
  const addNotes = (until: number): void => {
    while (notes[0] && notes[0].after <= until) {
      const note = notes.shift() as Note;
      const text = sayNote(
        note.kind,
        note.name,
        note.seat !== null && note.seat === context.viewer,
      );
      if (text) add(null, { key: `note ${note.version}`, text, spots: [] });
    }
  };
  log.events.forEach((event, number) => {
    addNotes(number);
    const text = game.sayEvent(event, context);
    if (!text) return;
    const seat = typeof event.seat === "number" ? event.seat : null;
    add(seat, {
      key: `event ${number}`,
      text,
      spots: game.spots?.(event) ?? [],
      at: log.at?.[number],
    });
  });
  addNotes(log.events.length);
  return turns;
}

/** Return what others have just done, for screen readers. */
export function sayNews(
  news: News[],
  ownSeats: number[],
  game: GameClient,
  context: TextContext,
  names: string[],
): string {
  const lines = news
    .filter((one) => one.seat === null || !ownSeats.includes(one.seat))
    .flatMap((one) => [
      one.kind === "move" ? null : sayNote(one.kind, names[one.seat ?? -1] ?? ""),
      ...(one.events as GameEvent[]).map((event) => game.sayEvent(event, context)),
    ])
    .filter((line) => line !== null);
  return lines.slice(-MOST_ANNOUNCED).join(" ");
}

const MOST_ANNOUNCED = 6; // lines at once
