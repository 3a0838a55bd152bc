/** Hot seat: several seats at one screen, with a cover in between. */

import type { TableState } from "./state.svelte";

export class HotSeat {
  /** The seat whose player has taken the screen. */
  #shown: number | null = $state(null);
  /** The seat that the screen is being handed to. */
  #wanted: number | null = $state(null);

  constructor(private readonly state: TableState) {}

  readonly on = $derived.by(() => this.state.isPlaying && this.state.ownSeats.length > 1);
  /** Whether the screen is covered. */
  readonly covered = $derived.by(
    () => this.on && (this.#wanted !== null || this.#shown !== this.state.viewer),
  );
  /** The seat that gets the screen next. */
  readonly receiver = $derived.by(() => this.#wanted ?? this.#shown ?? this.state.viewer ?? 0);
  /** Whether the player has taken the screen and the seat's update has not arrived. */
  readonly turning = $derived.by(() => this.#wanted === null && this.#shown !== null);
  /** Another seat of this screen that is to move, if the one shown is not. */
  readonly next = $derived.by(() => {
    const { ownSeats, away, waitedFor, viewer } = this.state;
    const asked = waitedFor.filter((seat) => ownSeats.includes(seat) && !away.includes(seat));
    if (!this.on || (viewer !== null && asked.includes(viewer))) return null;
    return asked[0] ?? null;
  });

  /** Cover the screen, and hand it to another seat. */
  handOver(seat: number): void {
    this.#wanted = seat;
  }

  /** Uncover the screen for the seat that was handed it. */
  show(): void {
    this.#shown = this.receiver;
    this.#wanted = null;
    this.state.live.open(this.#shown);
  }
}
