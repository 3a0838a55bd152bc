/** The search in the rules, which ignores accents and case. */

import type { Section } from "../games/contract";

export interface Piece {
  text: string;
  hit: boolean;
}

/** Return the text in lower case and without accents, with the same length. */
function fold(text: string): string {
  return Array.from(text.normalize("NFC"), (letter) => {
    const plain = letter.normalize("NFD").charAt(0).toLowerCase();
    return (plain === "ł" ? "l" : plain === "’" ? "'" : plain).padEnd(letter.length);
  }).join("");
}

/** Return the words of a query. */
export function wordsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** Return the sections that have all the words; first those with the words in their title. */
export function find(sections: Section[], words: string[]): Section[] {
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const inTitle = sections.filter(({ title }) => has(title));
  const elsewhere = sections.filter(({ title, paragraphs, points = [] }) => {
    return !has(title) && has([title, ...paragraphs, ...points.flat()].join(" "));
  });
  return [...inTitle, ...elsewhere];
}

/** Split a text into pieces, so that each match is a piece. */
export function split(text: string, words: string[]): Piece[] {
  const whole = text.normalize("NFC");
  const folded = fold(whole);
  const pieces: Piece[] = [];
  for (let at = 0; at < whole.length;) {
    const next = firstMatch(folded, words, at);
    if (!next) {
      pieces.push({ text: whole.slice(at), hit: false });
      break;
    }
    if (next.from > at) pieces.push({ text: whole.slice(at, next.from), hit: false });
    pieces.push({ text: whole.slice(next.from, next.to), hit: true });
    at = next.to;
  }
  return pieces;
}

/** Return the first match of any of the words; the longest, if several begin there. */
function firstMatch(
  folded: string,
  words: string[],
  at: number,
): { from: number; to: number } | null {
  let best: { from: number; to: number } | null = null;
  for (const word of words) {
    const from = folded.indexOf(word, at);
    if (from < 0) continue;
    const to = from + word.length;
    if (!best || from < best.from || (from === best.from && to > best.to)) best = { from, to };
  }
  return best;
}
