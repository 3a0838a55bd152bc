/** The server's API: one function for each request. */

import type { Material } from "../games/contract";
import { randomHex } from "../lib/hex";
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
export type Hint = Schemas["Hint"];
export type Hints = Schemas["Hints"];
export type Why = Schemas["Why"];
export type Decision = Schemas["Decision"];
export type Log = Schemas["Log"];
export type Chart = Schemas["Chart"];
export type ScoreRow = Schemas["ScoreRow"];
export type SessionShown = Schemas["SessionShown"];
export type TokenShown = Schemas["TokenShown"];
export type TokenMade = Schemas["TokenMade"];
export type NewToken = Schemas["NewToken"];

/** A refusal of the server, with a code and a message; a conflict has the table's update. */
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

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable("The server cannot be reached.", { cause: error });
  }
  if (response.status === 204) return undefined as T;
  const content: unknown = await response.json().catch(() => null);
  if (response.ok) return content as T;
  const error = (content ?? {}) as { code?: string; message?: string; update?: Update };
  const wait = Number(response.headers.get("Retry-After"));
  throw new Refused(
    response.status,
    error.code ?? "unknown",
    error.message ?? response.statusText,
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

/** Return an id for a request, so that sending it twice has the same effect as once. */
export const newRequestId = (): string => randomHex(16);

export const api = {
  catalogue: () => request<Catalogue>("GET", "/games"),
  material: (game: string) => request<Material>("GET", `/games/${game}`),

  me: () => request<Me | null>("GET", "/me"),
  createGuest: (name: string) => request<Me>("POST", "/guests", { name }),
  rename: (name: string) => request<Me>("PATCH", "/me", { name }),
  openAccount: (name: string, password: string) =>
    request<Me>("POST", "/accounts", { name, password }),
  logIn: (name: string, password: string) => request<Me>("POST", "/sessions", { name, password }),
  logOut: () => request<void>("DELETE", "/sessions"),
  changePassword: (old: string, fresh: string, end_tokens: boolean) =>
    request<Me>("PUT", "/me/password", { old, new: fresh, end_tokens }),
  sessions: () => request<SessionShown[]>("GET", "/me/sessions"),
  endSession: (id: string) => request<void>("DELETE", `/me/sessions/${id}`),
  logOutEverywhere: () => request<void>("DELETE", "/me/sessions"),
  tokens: () => request<TokenShown[]>("GET", "/tokens"),
  makeToken: (token: NewToken) => request<TokenMade>("POST", "/tokens", token),
  revokeToken: (id: string) => request<void>("DELETE", `/tokens/${id}`),

  tables: (which: "open" | "playing" | "mine") =>
    request<{ tables: ListedTable[] }>("GET", `/tables${query({ which })}`).then((l) => l.tables),
  makeTable: (table: NewTable) => request<{ id: string }>("POST", "/tables", table),
  importMatch: (file: unknown) => request<{ id: string }>("POST", "/matches", file),

  table: (id: string, seat?: number | null) =>
    request<Update>("GET", `/tables/${id}${query({ seat })}`),
  sit: (id: string, seat: number | null = null) => request("POST", `/tables/${id}/seats`, { seat }),
  leave: (id: string, seat?: number) => request("DELETE", `/tables/${id}/seats${query({ seat })}`),
  placeBot: (id: string, seat: number, level: string | null) =>
    request("PUT", `/tables/${id}/seats/${seat}`, { level }),
  renameSeat: (id: string, seat: number, name: string) =>
    request("PUT", `/tables/${id}/seats/${seat}/name`, { name }),
  saveNames: (id: string, agree: boolean) => request("PUT", `/tables/${id}/save-names`, { agree }),
  commit: (id: string, seat: number, commitment: string) =>
    request("PUT", `/tables/${id}/commitment${query({ seat })}`, { commitment }),
  reveal: (id: string, seat: number, contribution: string) =>
    request("PUT", `/tables/${id}/contribution${query({ seat })}`, { contribution }),
  start: (id: string) => request("POST", `/tables/${id}/start`),
  move: (id: string, action: number, version: number, seat: number | null, client_id: string) =>
    request("POST", `/tables/${id}/moves${query({ seat })}`, { action, version, client_id }),
  undo: (id: string, version: number, whole_turn: boolean, seat: number | null) =>
    request("POST", `/tables/${id}/undo${query({ seat })}`, {
      version,
      whole_turn,
      client_id: newRequestId(),
    }),
  requestTakeBack: (id: string, seat: number | null) =>
    request("POST", `/tables/${id}/take-back${query({ seat })}`, { client_id: newRequestId() }),
  answerTakeBack: (id: string, agree: boolean) =>
    request("POST", `/tables/${id}/take-back/answer`, { agree, client_id: newRequestId() }),
  chat: (id: string, text: string) =>
    request("POST", `/tables/${id}/chat`, { text, client_id: newRequestId() }),
  rematch: (id: string) => request<{ id: string }>("POST", `/tables/${id}/rematch`),
  hints: (id: string, seat: number | null) =>
    request<Hints>("POST", `/tables/${id}/hints${query({ seat })}`),
  why: (id: string, action: number, seat: number | null) =>
    request<Why>("GET", `/tables/${id}/why${query({ action, seat })}`),
  decision: (id: string, number: number, seat: number | null) =>
    request<Decision>("GET", `/tables/${id}/decisions/${number}${query({ seat })}`),
  log: (id: string, seat: number | null) =>
    request<Log>("GET", `/tables/${id}/log${query({ seat })}`),
  chart: (id: string) => request<Chart>("GET", `/tables/${id}/chart`),
  scoreSheet: (id: string) =>
    request<Schemas["ScoreSheet"]>("GET", `/tables/${id}/score-sheet`).then(({ rows }) => rows),
  matchFile: (id: string) => `/api/tables/${id}/match-file`,
};
