/** The list of legal moves: filtered, and grouped by verb if there are many. */

import type { LegalMove } from "../games/contract";

export const MANY = 30; // moves from which on there is a filter
export const FEW = 8; // moves up to which they are one group
const MOST_SHOWN = 150;

export interface Group {
  /** The first word of its moves; empty if they have different ones. */
  verb: string;
  moves: LegalMove[];
}

export interface Listing {
  groups: Group[];
  /** How many moves are left out, because there are too many. */
  hidden: number;
}

/** Return the moves whose text has all words of a query. */
export function listMoves(legal: LegalMove[], query: string): Listing {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = legal.filter(({ text }) =>
    words.every((word) => text.toLowerCase().includes(word)),
  );
  const shown = found.slice(0, MOST_SHOWN);
  const groups = legal.length > FEW ? byVerb(shown) : [{ verb: "", moves: shown }];
  return { groups, hidden: found.length - shown.length };
}

/** Group moves by their verb; verbs with a single move share the first group. */
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

/** Return the first word of a move's text. */
export const verbOf = (text: string): string => text.split(" ", 1)[0] ?? "";
