/** What the viewer is about at the table: the moves on offer, and choices not yet made. */

import { getContext, setContext } from "svelte";
import type { GameProps, Move } from "../contract";
import type { BridgeMaterial, BridgeView, Kind, Space } from "./types";

/** A move as a key that does not depend on the order of its fields. */
function keyOf(move: Move): string {
  return Object.keys(move)
    .sort()
    .map((name) => `${name}=${String(move[name])}`)
    .join(" ");
}

/** What an element does that stands for an action. */
export interface Offer {
  "aria-disabled": boolean;
  onclick: () => void;
  onpointerenter: () => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

export class Desk {
  /** The stack that is looked at: its prospects are shown on the bridge. */
  looked: Kind | null = $state(null);
  /** The centre was chosen, paid or with a tile, and its stack is to be chosen. */
  centre: "centre" | "free centre" | null = $state(null);

  #table: () => GameProps;
  #numbers = $derived.by(
    () => new Map(this.#table().material.moves.map((move, action) => [keyOf(move), action])),
  );
  #legal = $derived.by(() => new Set(this.#table().legal.map((one) => one.action)));

  constructor(table: () => GameProps) {
    this.#table = table;
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
  get eyes(): number | null {
    return this.#table().eyes;
  }
  get who(): GameProps {
    return this.#table();
  }

  /** The number of an action; -1 if there is none such. */
  action(move: Move): number {
    return this.#numbers.get(keyOf(move)) ?? -1;
  }
  place(space: Space, stack: Kind): number {
    return this.action({ kind: "place", space, stack });
  }
  may(action: number): boolean {
    return this.#legal.has(action);
  }
  /** The moves of a kind that may be made now. */
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
    if (this.eyes !== null && action !== -1) this.#table().explain(action);
  }

  /** Do an action where it may be done, say why not where it may not; `look` is told of looks. */
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
        look(false); // what comes next is looked at when one points at it again
        this.act(action);
      },
      onpointerenter: enter,
      onpointerleave: leave,
      onfocus: enter,
      onblur: leave,
    };
  }
}

const DESK = Symbol("desk");
export const putDesk = (desk: Desk): Desk => setContext(DESK, desk);
export const theDesk = (): Desk => getContext<Desk>(DESK);
