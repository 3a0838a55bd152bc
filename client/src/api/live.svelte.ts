/** A subscription to a table: its newest update, who is present, the state of the connection. */

import { settings } from "../lib/settings.svelte";
import { api, newRequestId, Refused, Unreachable, type News, type Update } from "./client";

export type Connection = "connecting" | "live" | "lost";
const LONGEST_WAIT = 10_000; // ms between attempts to reconnect
const FIRST_WAIT = 500; // and before the first
const TRIES = 4; // attempts to post a move

export class LiveTable {
  update: Update | null = $state.raw(null);
  connection: Connection = $state("connecting");
  present: { seats: number[]; watching: number } = $state.raw({ seats: [], watching: 0 });
  refused: Refused | null = $state.raw(null);
  /** Server time minus local time, in seconds. */
  skew = 0;

  #source: EventSource | null = null;
  #timer = 0;
  #delay = FIRST_WAIT;
  #viewer: number | null = null;
  #listeners = new Set<(news: News[], update: Update) => void>();

  /** `hasSteps` tells whether the positions between are wanted. */
  constructor(
    readonly id: string,
    private readonly hasSteps: () => boolean = () => false,
  ) {}

  /** Call a listener with every update; one that follows a gap has no news. */
  onNews(listener: (news: News[], update: Update) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribe to the table as one of the user's seats, or as the server decides. */
  open(viewer: number | null = null): void {
    this.close();
    this.#viewer = viewer;
    this.connection = "connecting";
    addEventListener("online", this.#online);
    const params = new URLSearchParams();
    if (viewer !== null) params.set("seat", String(viewer));
    if (this.update && this.update.you.seat === viewer)
      params.set("since", String(this.update.version));
    if (this.hasSteps()) params.set("steps", "true");
    params.set("bots", settings.bots);
    const source = new EventSource(`/api/tables/${this.id}/stream?${params.toString()}`);
    this.#source = source;
    source.addEventListener("open", () => {
      this.connection = "live";
      this.#delay = FIRST_WAIT;
    });
    source.addEventListener("update", (event: MessageEvent<string>) =>
      this.apply(JSON.parse(event.data) as Update),
    );
    source.addEventListener("presence", (event: MessageEvent<string>) => {
      this.present = JSON.parse(event.data) as typeof this.present;
    });
    source.addEventListener("error", () => this.#retryLater());
  }

  /** Connect again: a request has failed, and a stream may not notice that it is cut. */
  reconnect(): void {
    if (this.#source && this.connection !== "lost") this.#retryLater();
  }

  /** Subscribe again, since the user wishes another pace of the bots. */
  reopen(): void {
    if (this.#source) this.open(this.#viewer);
  }

  /** Reconnect later; on some errors the browser would not. */
  #retryLater(): void {
    this.#source?.close();
    this.connection = "lost";
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#reconnect(), this.#delay);
    this.#delay = Math.min(2 * this.#delay, LONGEST_WAIT);
  }

  async #reconnect(): Promise<void> {
    try {
      this.apply(await api.table(this.id, this.#viewer));
      this.open(this.#viewer);
    } catch (error) {
      if (error instanceof Refused && error.status < 500 && error.status !== 429)
        this.refused = error;
      else this.#retryLater();
    }
  }

  /** Apply an update, unless a newer one has been applied. */
  apply(update: Update): void {
    const before = this.update;
    if (before && update.version < before.version && update.you.seat === before.you.seat) return;
    this.skew = update.now - Date.now() / 1000;
    this.refused = null;
    this.update = update;
    const news = update.news.filter((one) => !before || one.version > before.version);
    for (const listener of this.#listeners) listener(news, update);
  }

  /** Post a move. A conflict updates the table, and is thrown for the page to show. */
  async move(action: number): Promise<void> {
    const update = this.update;
    if (!update) return;
    const id = newRequestId();
    for (let tries = 1; ; tries++) {
      try {
        await api.move(this.id, action, update.version, update.you.seat, id);
        return;
      } catch (error) {
        if (error instanceof Refused && error.update) this.apply(error.update);
        if (!(error instanceof Unreachable) || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 400 * tries));
      }
    }
  }

  /** Do not wait any longer when the browser knows that it is online again. */
  #online = (): void => {
    if (this.connection !== "lost") return;
    clearTimeout(this.#timer);
    this.#delay = FIRST_WAIT;
    void this.#reconnect();
  };

  close(): void {
    removeEventListener("online", this.#online);
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
