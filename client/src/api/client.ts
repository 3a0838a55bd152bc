/** Asking the server: one function for each thing that can be asked. */

import type { Material } from "../games/contract";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Update = Schemas["Update"];
export type TableView = Schemas["TableView"];
export type SeatView = Schemas["SeatView"];
export type PositionView = Schemas["PositionView"];
export type News = Schemas["News"];
export type Catalogue = Schemas["Catalogue"];
export type GameView = Schemas["GameView"];
export type ListedTable = Schemas["ListedTable"];
export type NewTable = Schemas["NewTable"];
export type Pace = TableView["pace"];
export type Me = Schemas["Me"];
export type Hints = Schemas["Hints"];
export type Why = Schemas["Why"];
export type Replay = Schemas["Replay"];
export type Log = Schemas["Log"];
export type Chart = Schemas["Chart"];
export type TokenShown = Schemas["TokenShown"];
export type TokenMade = Schemas["TokenMade"];

/** What the server refused, by a code and in a sentence; a conflict brings the table as it is. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly update: Update | null = null,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable("The server cannot be reached.", { cause: error });
  }
  if (answer.status === 204) return undefined as T;
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  const error = (said ?? {}) as { code?: string; message?: string; update?: Update };
  const wait = Number(answer.headers.get("Retry-After"));
  throw new Refused(
    answer.status,
    error.code ?? "unknown",
    error.message ?? answer.statusText,
    error.update ?? null,
    Number.isFinite(wait) && wait > 0 ? wait : null,
  );
}

const query = (values: Record<string, number | string | null | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
    : "";
};

/** An id for a request, so that a repeat is answered as the first. */
export const freshId = (): string => crypto.randomUUID();

export const api = {
  catalogue: () => ask<Catalogue>("GET", "/games"),
  material: (game: string) => ask<Material>("GET", `/games/${game}`),

  me: () => ask<Me | null>("GET", "/me"),
  enter: (name: string) => ask<Me>("POST", "/guests", { name }),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),
  openAccount: (name: string, password: string) => ask<Me>("POST", "/accounts", { name, password }),
  logIn: (name: string, password: string) => ask<Me>("POST", "/sessions", { name, password }),
  logOut: () => ask<void>("DELETE", "/sessions"),
  changePassword: (old: string, fresh: string) =>
    ask<Me>("PUT", "/me/password", { old, new: fresh }),
  tokens: () => ask<TokenShown[]>("GET", "/tokens"),
  makeToken: (label: string) => ask<TokenMade>("POST", "/tokens", { label }),
  revokeToken: (id: string) => ask<void>("DELETE", `/tokens/${id}`),

  tables: (which: "open" | "playing" | "mine") =>
    ask<{ tables: ListedTable[] }>("GET", `/tables${query({ which })}`).then((l) => l.tables),
  makeTable: (table: NewTable) => ask<{ id: string }>("POST", "/tables", table),
  importMatch: (file: unknown) => ask<{ id: string }>("POST", "/matches", file),

  look: (id: string, seat?: number | null) => ask<Update>("GET", `/tables/${id}${query({ seat })}`),
  sit: (id: string, seat: number | null = null) => ask("POST", `/tables/${id}/seats`, { seat }),
  leave: (id: string, seat?: number) => ask("DELETE", `/tables/${id}/seats${query({ seat })}`),
  placeBot: (id: string, seat: number, level: string | null) =>
    ask("PUT", `/tables/${id}/seats/${seat}`, { level }),
  start: (id: string) => ask("POST", `/tables/${id}/start`),
  move: (id: string, action: number, version: number, seat: number | null, client_id: string) =>
    ask("POST", `/tables/${id}/moves${query({ seat })}`, { action, version, client_id }),
  undo: (id: string, version: number, whole_turn: boolean, seat: number | null) =>
    ask("POST", `/tables/${id}/undo${query({ seat })}`, {
      version,
      whole_turn,
      client_id: freshId(),
    }),
  askTakeBack: (id: string, seat: number | null) =>
    ask("POST", `/tables/${id}/take-back${query({ seat })}`, { client_id: freshId() }),
  answerTakeBack: (id: string, agree: boolean) =>
    ask("POST", `/tables/${id}/take-back/answer`, { agree, client_id: freshId() }),
  say: (id: string, text: string) =>
    ask("POST", `/tables/${id}/chat`, { text, client_id: freshId() }),
  rematch: (id: string) => ask<{ id: string }>("POST", `/tables/${id}/rematch`),
  hints: (id: string, seat: number | null) =>
    ask<Hints>("POST", `/tables/${id}/hints${query({ seat })}`),
  why: (id: string, action: number, seat: number | null) =>
    ask<Why>("GET", `/tables/${id}/why${query({ action, seat })}`),
  replay: (id: string, at: number, seat: number | null) =>
    ask<Replay>("GET", `/tables/${id}/replay${query({ at, seat })}`),
  log: (id: string, seat: number | null) => ask<Log>("GET", `/tables/${id}/log${query({ seat })}`),
  chart: (id: string) => ask<Chart>("GET", `/tables/${id}/chart`),
  matchFile: (id: string) => `/api/tables/${id}/match-file`,
};
