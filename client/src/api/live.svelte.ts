/** A table that is followed live: the newest update, who is present, and the connection's state. */

import { api, freshId, Refused, Unreachable, type News, type Update } from "./client";

export type Connection = "connecting" | "live" | "lost";
const LONGEST_WAIT = 10_000; // ms between tries to connect again
const TRIES = 4; // at posting a move that may have been lost on the way

export class LiveTable {
  update: Update | null = $state.raw(null);
  connection: Connection = $state("connecting");
  present: { seats: number[]; watching: number } = $state.raw({ seats: [], watching: 0 });
  refused: Refused | null = $state.raw(null);
  /** Server time minus ours, in seconds: for clocks. */
  skew = 0;

  #source: EventSource | null = null;
  #timer = 0;
  #wait = 500;
  #eyes: number | null = null;
  #listeners = new Set<(news: News[], update: Update) => void>();

  constructor(readonly id: string) {}

  /** Hear of what happens, in order; updates after a gap come with no news. */
  onNews(listener: (news: News[], update: Update) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follow the table, with the eyes of one of one's seats or as the server decides. */
  open(eyes: number | null = null): void {
    this.close();
    this.#eyes = eyes;
    this.connection = "connecting";
    const params = new URLSearchParams();
    if (eyes !== null) params.set("seat", String(eyes));
    if (this.update && this.update.you.seat === eyes)
      params.set("since", String(this.update.version));
    const source = new EventSource(`/api/tables/${this.id}/stream?${params.toString()}`);
    this.#source = source;
    source.addEventListener("open", () => {
      this.connection = "live";
      this.#wait = 500;
    });
    source.addEventListener("update", (event: MessageEvent<string>) =>
      this.take(JSON.parse(event.data) as Update),
    );
    source.addEventListener("presence", (event: MessageEvent<string>) => {
      this.present = JSON.parse(event.data) as typeof this.present;
    });
    source.addEventListener("error", () => this.#again());
  }

  /** The browser gives up on some errors: connect again ourselves, always with what we have seen. */
  #again(): void {
    this.#source?.close();
    this.connection = "lost";
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#check(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  async #check(): Promise<void> {
    try {
      this.take(await api.look(this.id, this.#eyes));
      this.open(this.#eyes);
    } catch (error) {
      if (error instanceof Refused && error.status < 500 && error.status !== 429)
        this.refused = error;
      else this.#again();
    }
  }

  /** Take an update, unless a newer one is here. */
  take(update: Update): void {
    const before = this.update;
    if (before && update.version < before.version && update.you.seat === before.you.seat) return;
    this.skew = update.now - Date.now() / 1000;
    this.refused = null;
    this.update = update;
    const news = update.news.filter((one) => !before || one.version > before.version);
    for (const listener of this.#listeners) listener(news, update);
  }

  /** Make a move; a conflict brings the table up to date, and is thrown for the page to show. */
  async move(action: number): Promise<void> {
    const update = this.update;
    if (!update) return;
    const id = freshId();
    for (let tries = 1; ; tries++) {
      try {
        await api.move(this.id, action, update.version, update.you.seat, id);
        return;
      } catch (error) {
        if (error instanceof Refused && error.update) this.take(error.update);
        if (!(error instanceof Unreachable) || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 400 * tries));
      }
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
