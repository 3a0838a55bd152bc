/** The state of the board: the legal moves, and choices that are not complete. */

import { getContext, setContext } from "svelte";
import type { GameProps, Move } from "../contract";
import type { BridgeMaterial, BridgeView, Kind, Space } from "./types";

/** Return a key of a move that does not depend on the order of its fields. */
function keyOf(move: Move): string {
  return Object.keys(move)
    .sort()
    .map((name) => `${name}=${String(move[name])}`)
    .join(" ");
}

/** The attributes and handlers of an element that stands for an action. */
export interface Offer {
  "aria-disabled": boolean;
  onclick: () => void;
  onpointerenter: () => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

export class BoardState {
  #pointed: Kind | null = $state(null);
  /** The number of the building under the pointer that would be replaced. */
  replaced: number | null = $state(null);
  /** How the centre is entered while its stack is being chosen. */
  centre: "centre" | "free centre" | null = $state(null);

  #table: () => GameProps;
  #numbers = $derived.by(
    () => new Map(this.#table().material.moves.map((move, action) => [keyOf(move), action])),
  );
  #legal = $derived.by(() => new Set(this.#table().legal.map((one) => one.action)));

  /** The move of the hint that is shown. */
  #advisedMove = $derived.by(
    (): Move | null => this.#table().material.moves[this.#table().hinted[0] ?? -1] ?? null,
  );
  #advised = $derived.by((): Kind | null =>
    this.#advisedMove?.kind === "place" ? (this.#advisedMove.stack as Kind) : null,
  );

  constructor(table: () => GameProps) {
    this.#table = table;
  }

  /** The stack under the pointer, or that of the hint: its prospects are shown on the bridge. */
  get previewed(): Kind | null {
    return this.#pointed ?? this.#advised;
  }
  set previewed(kind: Kind | null) {
    this.#pointed = kind;
  }
  /** Return whether the hint that is shown goes for a stack, from wherever. */
  advises(kind: Kind): boolean {
    return this.#advised === kind;
  }

  get view(): BridgeView {
    return this.#table().view as BridgeView;
  }
  get material(): BridgeMaterial {
    return this.#table().material as BridgeMaterial;
  }
  get names(): string[] {
    return this.#table().names;
  }
  get viewer(): number | null {
    return this.#table().viewer;
  }
  get did(): string[] {
    return this.#table().did;
  }
  get context(): GameProps {
    return this.#table();
  }

  /** Return the number of an action; -1 if there is none. */
  action(move: Move): number {
    return this.#numbers.get(keyOf(move)) ?? -1;
  }
  place(space: Space, stack: Kind): number {
    return this.action({ kind: "place", space, stack });
  }
  may(action: number): boolean {
    return this.#legal.has(action);
  }
  /** The move whose outcome is shown on the bridge: to be confirmed, under the pointer, advised. */
  get preview(): Move | null {
    const { unconfirmed, material } = this.#table();
    if (unconfirmed !== null) return material.moves[unconfirmed] ?? null;
    if (this.replaced !== null) return { kind: "replace", number: this.replaced };
    if (this.#pointed === null && this.#advisedMove) return this.#advisedMove;
    if (this.previewed === null) return null;
    return { kind: "place", space: this.centre ?? "outer", stack: this.previewed };
  }
  /** Return the legal moves of a kind. */
  moves(kind: string): { action: number; move: Move }[] {
    return this.#table().legal.filter((one) => one.move.kind === kind);
  }
  hinted(action: number): boolean {
    return this.#table().hinted[0] === action;
  }
  act(action: number): void {
    this.#table().explain(null);
    this.#table().act(action);
    this.centre = null;
  }
  explain(action: number | null): void {
    if (this.viewer !== null && action !== -1) this.#table().explain(action);
  }

  /** Return handlers that do an action, or show why it is not legal; `look` is called on hover. */
  offer(action: number, look: (at: boolean) => void = () => undefined): Offer {
    const may = this.may(action);
    const enter = (): void => {
      look(true);
      if (!may) this.explain(action);
    };
    const leave = (): void => {
      look(false);
      if (!may) this.explain(null);
    };
    return {
      "aria-disabled": !may,
      onclick: () => {
        if (!may) return this.explain(action);
        look(false); // the next preview needs another hover
        this.act(action);
      },
      onpointerenter: enter,
      onpointerleave: leave,
      onfocus: enter,
      onblur: leave,
    };
  }
}

const KEY = Symbol("board");
export const provideBoard = (board: BoardState): BoardState => setContext(KEY, board);
export const useBoard = (): BoardState => getContext<BoardState>(KEY);
