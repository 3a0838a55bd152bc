/** The log of a table: all events of the match as these eyes saw them, and what people did. */

import type { Log, News, Update } from "../api/client";
import type { GameClient, GameEvent, Who } from "../games/contract";
import { isKey, t } from "../i18n/index.svelte";

/** Something that happened besides the moves: who sat down, who took a move back. */
export interface Note {
  kind: string;
  seat: number | null;
  /** The name that the seat had then. */
  name: string;
  version: number;
  /** How many events came before it. */
  after: number;
}

export interface Line {
  key: string;
  text: string;
  /** How often it happened one upon the other, such as the display being replaced. */
  times?: number;
  /** Where on the board it was. */
  spots: string[];
  /** The move by which it happened, in a replay. */
  at?: number;
}

/** A line in words, with how often it happened. */
export const sayLine = ({ text, times }: Line): string =>
  times ? `${text}\u00a0× ${times}` : text;

/** The log in a replay: what happened by which move, and whose eyes saw it. */
export interface Past {
  events: GameEvent[];
  /** The moves after which each event had happened. */
  at: number[];
  eyes: number | null;
}

/** Lines that follow each other and are of one seat, or of none. */
export interface Turn {
  key: string;
  seat: number | null;
  lines: Line[];
}

const TAKES_BACK = new Set(["undo", "go_back"]);
const UNREAD = -1; // moves of a log that has to be read

export class LogBook {
  events: GameEvent[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  #moves = UNREAD; // of the match that the events tell
  #wanted = 0; // moves that the match has
  #eyes: number | null = null;
  #readings = 0;

  constructor(private readonly ask: (eyes: number | null) => Promise<Log>) {}

  /** Take in what happened; where it does not follow what is here, read all of it again. */
  hear(news: News[], update: Update, names: string[]): void {
    for (const one of news) this.#add(one, names);
    if (!update.position) return;
    this.#wanted = update.position.moves;
    const others = this.#eyes !== update.you.seat;
    this.#eyes = update.you.seat;
    if (others || update.gap || this.#moves !== this.#wanted) void this.#read();
  }

  #add(one: News, names: string[]): void {
    if (one.kind !== "move") {
      const name = one.seat === null ? "" : (names[one.seat] ?? "");
      const { kind, seat, version } = one;
      this.notes = [...this.notes, { kind, seat, name, version, after: this.events.length }];
    }
    if (TAKES_BACK.has(one.kind)) this.#moves = UNREAD;
    if (this.#moves === UNREAD || one.moves <= this.#moves) return;
    this.events = [...this.events, ...(one.events as GameEvent[])];
    this.#moves = one.moves;
  }

  async #read(): Promise<void> {
    this.#moves = UNREAD;
    const reading = ++this.#readings;
    try {
      const log = await this.ask(this.#eyes);
      if (reading !== this.#readings) return; // a later reading is under way
      this.events = log.events as GameEvent[];
      this.notes = this.notes.map((n) => ({ ...n, after: Math.min(n.after, log.events.length) }));
      this.#moves = log.moves;
      if (log.moves < this.#wanted) await this.#read();
    } catch {
      // The next update tries again.
    }
  }
}

/** Say what somebody, or the reader, did besides moving; null if it is not worth a line. */
export function sayNote(kind: string, name: string, you = false): string | null {
  const key = `table.note_${kind}`;
  const ofYou = `${key}_you`;
  if (you && isKey(ofYou)) return t(ofYou);
  return isKey(key) ? t(key, { name }) : null;
}

/** Return the log in words, turn by turn. */
export function inTurns(
  book: { events: GameEvent[]; notes: Note[]; at?: number[] },
  game: GameClient,
  who: Who,
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
  const notes = [...book.notes];
  const addNotes = (until: number): void => {
    while (notes[0] && notes[0].after <= until) {
      const note = notes.shift() as Note;
      const text = sayNote(note.kind, note.name, note.seat !== null && note.seat === who.eyes);
      if (text) add(null, { key: `note ${note.version}`, text, spots: [] });
    }
  };
  book.events.forEach((event, number) => {
    addNotes(number);
    const text = game.sayEvent(event, who);
    if (!text) return;
    const seat = typeof event.seat === "number" ? event.seat : null;
    add(seat, {
      key: `event ${number}`,
      text,
      spots: game.spots?.(event) ?? [],
      at: book.at?.[number],
    });
  });
  addNotes(book.events.length);
  return turns;
}

/** Say what others have just done, for those who hear the page. */
export function sayNews(
  news: News[],
  own: number[],
  game: GameClient,
  who: Who,
  names: string[],
): string {
  const lines = news
    .filter((one) => one.seat === null || !own.includes(one.seat))
    .flatMap((one) => [
      one.kind === "move" ? null : sayNote(one.kind, names[one.seat ?? -1] ?? ""),
      ...(one.events as GameEvent[]).map((event) => game.sayEvent(event, who)),
    ])
    .filter((line) => line !== null);
  return lines.slice(-MOST_SAID).join(" ");
}

const MOST_SAID = 6; // lines at once
