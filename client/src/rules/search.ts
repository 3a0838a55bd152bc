/** Finding words in the rules, whatever their accents and capitals. */

import type { Section } from "../games/contract";

export interface Piece {
  text: string;
  hit: boolean;
}

/** Each letter without accent and in small, so that places in the text stay the same. */
function fold(text: string): string {
  return Array.from(text.normalize("NFC"), (letter) => {
    const plain = letter.normalize("NFD").charAt(0).toLowerCase();
    return (plain === "ł" ? "l" : plain === "’" ? "'" : plain).padEnd(letter.length);
  }).join("");
}

/** The words that are looked for. */
export function wanted(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** The sections that have all the words; first those that have them in their title. */
export function find(sections: Section[], words: string[]): Section[] {
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const inTitle = sections.filter(({ title }) => has(title));
  const elsewhere = sections.filter(({ title, paragraphs, points = [] }) => {
    return !has(title) && has([title, ...paragraphs, ...points.flat()].join(" "));
  });
  return [...inTitle, ...elsewhere];
}

/** A text cut where the words are in it. */
export function cut(text: string, words: string[]): Piece[] {
  const whole = text.normalize("NFC");
  const folded = fold(whole);
  const pieces: Piece[] = [];
  for (let at = 0; at < whole.length;) {
    const next = first(folded, words, at);
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

/** The first place where one of the words is; the longest of those that begin there. */
function first(folded: string, words: string[], at: number): { from: number; to: number } | null {
  let best: { from: number; to: number } | null = null;
  for (const word of words) {
    const from = folded.indexOf(word, at);
    if (from < 0) continue;
    const to = from + word.length;
    if (!best || from < best.from || (from === best.from && to > best.to)) best = { from, to };
  }
  return best;
}
