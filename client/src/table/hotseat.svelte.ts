/** Hot seat: several seats at one screen, with a cover in between. */

import type { TableState } from "./state.svelte";

export class HotSeat {
  /** The seat whose player has taken the screen. */
  #shown: number | null = $state(null);
  /** The seat that the screen is being handed to. */
  #handedTo: number | null = $state(null);

  constructor(private readonly state: TableState) {}

  readonly on = $derived.by(() => this.state.isPlaying && this.state.ownSeats.length > 1);
  /** Whether the screen is covered. */
  readonly covered = $derived.by(
    () => this.on && (this.#handedTo !== null || this.#shown !== this.state.viewer),
  );
  /** The seat that gets the screen next. */
  readonly receiver = $derived.by(() => this.#handedTo ?? this.#shown ?? this.state.viewer ?? 0);
  /** Whether the player has taken the screen and the seat's update has not arrived. */
  readonly isLoading = $derived.by(() => this.#handedTo === null && this.#shown !== null);
  /** Another seat of this screen that is to move, if the one shown is not. */
  readonly next = $derived.by(() => {
    const { ownSeats, away, waitedFor, viewer } = this.state;
    const toMove = waitedFor.filter((seat) => ownSeats.includes(seat) && !away.includes(seat));
    if (!this.on || (viewer !== null && toMove.includes(viewer))) return null;
    return toMove[0] ?? null;
  });

  /** Cover the screen, and hand it to another seat. */
  handOver(seat: number): void {
    this.#handedTo = seat;
  }

  /** Uncover the screen for the seat that was handed it. */
  show(): void {
    this.#shown = this.receiver;
    this.#handedTo = null;
    this.state.live.open(this.#shown);
  }
}
