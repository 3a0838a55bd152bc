/**
 * What a game's folder contains. The page around a game (prompt, log, chat, undo, replay) knows no
 * game; a game knows no rules: it draws a view, and offers the moves that the server lists.
 *
 *   card.ts                picture and place among the games, as a GameCard
 *   index.ts               the game at the table, as a GameClient
 *   about/<language>.json  title, summary and presets, for the pages around the tables
 *   texts/<language>.json  all other texts of the game
 *   rules/<language>.json  the rules to read, as a list of Section; optional
 *   tour.ts                the guided first game, as a Tour; optional
 *   tour/<language>.json   what the guide says at its steps and decisions, as a list of StepText
 */

import type { Component } from "svelte";
import type { ScoreRow } from "../api/client";
import type { Sound } from "../sound/sounds";

/** A game's own view, as the server sends it to the viewer. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

/** An action by its kind and what it is about, from the game's material. */
export interface Move {
  kind: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [about: string]: any;
}

/** A move that may be made now. */
export interface LegalMove {
  action: number;
  move: Move;
  /** The move in the server's words. */
  text: string;
}

/** What is printed: `GET /api/games/{name}`; `moves[action]` is the action in data. */
export interface Material {
  moves: Move[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [printed: string]: any;
}

/** An event, as the viewer saw it. */
export interface GameEvent {
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [about: string]: any;
}

/** What texts depend on. */
export interface TextContext {
  /** The names of the seats. */
  names: string[];
  /** The seat of the viewer; null for a spectator. */
  viewer: number | null;
  material: Material;
}

export interface GameProps extends TextContext {
  view: View;
  /** The moves that the viewer may make now; empty when it is not their turn. */
  legal: LegalMove[];
  /** The seats that are waited for. */
  waitedFor: number[];
  /** Make a move (the frame asks for confirmation where that is wanted). */
  act: (action: number) => void;
  /** Show why an action cannot be done now; the frame asks the server. For hover, focus, tap. */
  explain: (action: number | null) => void;
  /** Names of spots (`data-spot`) to be marked: the log points at them. */
  marked: string[];
  /** The actions to be shown on the board: that of the hint which was chosen. */
  hinted: number[];
  /** Whether all of the table has to fit into the box that it is given, without scrolling. */
  filled: boolean;
  /** The last thing that each seat did, in short; empty if nothing. */
  did: string[];
  /** The action that waits to be confirmed: the board shows what it would do. */
  unconfirmed: number | null;
}

/** A piece on its way from one spot to another, for the motion layer. */
export interface Flight {
  from: string;
  to: string;
  /** What the game's Piece component draws. */
  piece: Record<string, unknown>;
}

/** Something that was counted for a seat, and where on the board it lies. */
export interface Counted {
  seat: number;
  text: string;
  value: number;
  spots: string[];
}

/** A row of the score sheet: a value for each seat, null if unknown, and what it was given for. */
export interface SheetRow {
  label: string;
  values: (number | null)[];
  /** The number of the rule. */
  rule?: string;
  /** What the rule says, in short. */
  how?: string;
  counted?: Counted[];
  /** Whether it is revealed piece by piece at the end. */
  isOneByOne?: boolean;
}

/** How a game is shown where games are chosen: part of the first load, so it should be small. */
export interface GameCard {
  Picture: Component;
  /** Games of a lower rank are offered first. */
  rank: number;
  /** The font of the game's title (a CSS value), if it is not that of the page. */
  titleFont?: string;
}

/** A part of the rules; `points` are pairs of a term and what is said of it. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
  points?: [string, string][];
}

/** The table as the guide sees it. */
export interface Situation {
  view: View;
  seat: number;
  material: Material;
  /** What the player may do now. */
  moves: Move[];
  /** Whether the table waits for the player. */
  asked: boolean;
  /** What has happened since the step began. */
  events: GameEvent[];
  over: boolean;
}

/** A step of the guided first game. */
export interface Step {
  id: string;
  /** Of steps with the same one only one is shown. */
  group?: string;
  /** Whether the step is worth showing now; always, if it does not say. */
  when?: (at: Situation) => boolean;
  /** Names of spots (`data-spot`) that the step is about; `name-*` is what holds those spots. */
  spots?: (at: Situation) => string[];
  /** Whether the thing was done; a step without it waits for "next". */
  done?: (at: Situation) => boolean;
  /** Whether the step speaks of what the player is asked now. */
  about?: (at: Situation) => boolean;
}

/** Something that the player is asked, on which the guide advises when no step speaks of it. */
export interface Decision {
  id: string;
  /** Whether this is asked now; of several the first is taken. */
  when: (at: Situation) => boolean;
  /** Whether it is asked in the middle of a turn, and so before an explanation is read. */
  interrupts?: boolean;
  spots?: (at: Situation) => string[];
}

/** The guided first game. */
export interface Tour {
  steps: Step[];
  decisions: Decision[];
}

/** What the guide says at a step or a decision, and what there is to do. */
export interface StepText {
  id: string;
  title: string;
  text?: string;
  todo?: string;
}

export interface GameClient {
  /**
   * All that lies on the table: board, hands, players' panels; it lays itself out. Where the page
   * has to scroll, it scrolls to what has `data-asked`: that from which one may choose now.
   */
  Table: Component<GameProps>;
  /** Whether the table can be `filled`; else it is as high as it likes, and the page scrolls. */
  fills?: boolean;
  /** A small picture of a piece that moves; at most 56 px. Without it nothing moves. */
  Piece?: Component<{ piece: Record<string, unknown> }>;
  /** The colour (a CSS value) and the symbol (one character) of each seat's pieces. */
  seats: { colour: string; symbol: string }[];
  /** What one is asked in a phase of the view, as a sentence; `text` is the server's, in English. */
  sayPrompt: (phase: string, view: View, context: TextContext, text: string) => string;
  /** What one waits for, when others are asked. */
  sayWaiting: (phase: string, view: View, waitedFor: number[], context: TextContext) => string;
  /** A move, with what it would do by the view, if it is one of the present position. */
  sayMove: (move: Move, context: TextContext, text: string, view: View) => string;
  /** Whether a move is asked for once more, where the settings say so; all are, without it. */
  isIrreversible?: (move: Move) => boolean;
  /** What happened, for the log; null if it is not worth a line. */
  sayEvent: (event: GameEvent, context: TextContext) => string | null;
  /** The last thing that a seat did, in a short line without its name; empty if nothing. */
  sayDone?: (events: GameEvent[], seat: number, context: TextContext) => string;
  sayReason: (
    code: string,
    values: Record<string, string | number>,
    context: TextContext,
    text: string,
  ) => string;
  /** What speaks for a move that a hint advises, in a few words; `text` is the server's. */
  sayMerit?: (
    code: string,
    values: Record<string, string | number>,
    context: TextContext,
    text: string,
  ) => string;
  /** The table in words, for "read the table": headings and lines. */
  readTable: (view: View, context: TextContext) => { heading: string; lines: string[] }[];
  /** Where on the board an event took place: names of spots. */
  spots?: (event: GameEvent) => string[];
  /** What moves when an event happens. */
  flights?: (event: GameEvent, context: TextContext) => Flight[];
  /** A row for each category; the last is the total. Empty if unknown. */
  scoreSheet: (view: View) => SheetRow[];
  /** The same with what was counted, as the server tells it once the match is over. */
  explainScores?: (rows: ScoreRow[], context: TextContext, view: View) => SheetRow[];
  /** The last view as if nobody knew the result, while it is being revealed. */
  beforeResult?: (view: View) => View;
  /** What is heard when an event happens. */
  sounds?: (event: GameEvent) => Sound | null;
  /** A total of the score sheet in words: points, or pounds. */
  sayTotal: (n: number) => string;
  /** Each option of a table and each of its values, in words; null if it has none. */
  sayOption: (name: string, value: string) => { name: string; value: string } | null;
}
