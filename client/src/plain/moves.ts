/** The legal moves as they are listed: grouped by verb if there are many, and filtered. */

import type { LegalMove } from "../games/contract";

export const MANY = 30; // moves from which on there is a filter
export const FEW = 8; // moves up to which they are one group
const MOST_SHOWN = 150;

export interface Group {
  /** The verb that its moves begin with; empty if they are of several. */
  verb: string;
  moves: LegalMove[];
}

export interface Listing {
  groups: Group[];
  /** How many moves are left out, for want of room. */
  hidden: number;
}

/** List the moves in whose text all words of a query are. */
export function listMoves(legal: LegalMove[], query: string): Listing {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = legal.filter(({ text }) =>
    words.every((word) => text.toLowerCase().includes(word)),
  );
  const shown = found.slice(0, MOST_SHOWN);
  const groups = legal.length > FEW ? byVerb(shown) : [{ verb: "", moves: shown }];
  return { groups, hidden: found.length - shown.length };
}

/** Verbs of a single move share the first group, without a heading. */
function byVerb(moves: LegalMove[]): Group[] {
  const groups = new Map<string, LegalMove[]>();
  for (const move of moves) {
    const verb = verbOf(move.text);
    groups.set(verb, [...(groups.get(verb) ?? []), move]);
  }
  const single = [...groups.values()].filter((group) => group.length === 1).flat();
  const others = [...groups].filter(([, group]) => group.length > 1);
  if (others.length + (single.length ? 1 : 0) < 2) return [{ verb: "", moves }];
  return [
    ...(single.length ? [{ verb: "", moves: single }] : []),
    ...others.map(([verb, group]) => ({ verb, moves: group })),
  ];
}

/** The first word of a move's text. */
export const verbOf = (text: string): string => text.split(" ", 1)[0] ?? "";
