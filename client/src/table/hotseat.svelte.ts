/** One screen for several seats: whose secrets are shown, and the cover in between. */

import type { TableState } from "./state.svelte";

export class HotSeat {
  /** The seat whose player said that they are looking. */
  #shown: number | null = $state(null);
  /** The seat that the screen is being handed to. */
  #wanted: number | null = $state(null);

  constructor(private readonly state: TableState) {}

  readonly on = $derived.by(() => this.state.isPlaying && this.state.own.length > 1);
  /** Whether nothing secret may be seen now. */
  readonly covered = $derived.by(
    () => this.on && (this.#wanted !== null || this.#shown !== this.state.eyes),
  );
  /** Whose seat is shown next. */
  readonly receiver = $derived.by(() => this.#wanted ?? this.#shown ?? this.state.eyes ?? 0);
  /** Whether the player has said that they look, and the server has still to show it. */
  readonly turning = $derived.by(() => this.#wanted === null && this.#shown !== null);
  /** Another seat of this screen that has to act, if the one shown has not. */
  readonly next = $derived.by(() => {
    const { own, away, waitedFor, eyes } = this.state;
    const asked = waitedFor.filter((seat) => own.includes(seat) && !away.includes(seat));
    if (!this.on || (eyes !== null && asked.includes(eyes))) return null;
    return asked[0] ?? null;
  });

  /** Cover the screen, for another seat's player to look. */
  handOver(seat: number): void {
    this.#wanted = seat;
  }

  /** Show the seat, as its player is looking. */
  show(): void {
    this.#shown = this.receiver;
    this.#wanted = null;
    this.state.live.open(this.#shown);
  }
}
