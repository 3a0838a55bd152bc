/** Bytes as text in hex. */

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text: string): number[] =>
  (text.match(/../g) ?? []).map((digits) => parseInt(digits, 16));

/** Return random bytes in hex; unlike a random UUID, there are some without https too. */
export const randomHex = (bytes: number): string =>
  toHex(crypto.getRandomValues(new Uint8Array(bytes)));
