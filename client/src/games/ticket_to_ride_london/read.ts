/** The table as text, for screen readers. */

import { list } from "../../i18n/index.svelte";
import type { View, TextContext } from "../contract";
import { totalOf } from "./scores";
import { standing } from "./tickets";
import { asLondon, asView, at, type Card, type LondonView } from "./types";
import { cardList, count, routeName, say, sayOf, ticketName, ticketPoints } from "./words";

interface Section {
  heading: string;
  lines: string[];
}

export function readTable(given: View, context: TextContext): Section[] {
  const view = asView(given);
  const seats = [...view.players.keys()];
  return [
    readMiddle(view, context),
    ...(context.viewer === null ? [] : readMine(view, context.viewer, context)),
    { heading: say("players"), lines: seats.flatMap((seat) => readPlayer(seat, view, context)) },
    ...seats.map((seat) => readClaimed(seat, view, context)),
    readFree(view, context),
    ...readClosed(view, context),
  ];
}

function readMiddle(view: LondonView, context: TextContext): Section {
  const shown = view.display.filter((card): card is Card => card !== null);
  const lines = [
    say("read_display", { cards: cardList(count(shown)) }),
    say("read_deck", {
      cards: say("n_cards", { n: view.deck }),
      discards: cardList(view.discards),
    }),
    say("read_ticket_deck", { tickets: say("n_tickets", { n: view.ticket_deck }) }),
  ];
  if (view.to_move !== null && view.phase !== "choose")
    lines.unshift(sayOf("read_turn", view.turn, context));
  if (view.last_turns > 0) lines.push(say("read_final", { n: view.last_turns }));
  return { heading: say("read_table"), lines };
}

function readMine(view: LondonView, seat: number, context: TextContext): Section[] {
  const me = at(view.players, seat);
  const tickets = me.tickets.map(({ ticket, completed }) =>
    say("read_ticket", {
      ticket: ticketName(ticket, context),
      points: ticketPoints(ticket, context),
      state: standing(ticket, completed, seat, view, context).words,
    }),
  );
  const offered = me.offered.map((ticket) =>
    say("read_offered", {
      ticket: ticketName(ticket, context),
      points: ticketPoints(ticket, context),
    }),
  );
  const lines = [...tickets, ...offered];
  return [
    { heading: say("read_hand"), lines: [me.cards > 0 ? cardList(me.hand) : say("read_no_cards")] },
    { heading: say("read_tickets"), lines: lines.length > 0 ? lines : [say("no_tickets")] },
  ];
}

function readPlayer(seat: number, view: LondonView, context: TextContext): string[] {
  const player = at(view.players, seat);
  const lines = [
    sayOf("read_player", seat, context, {
      buses: say("n_buses", { n: player.buses }),
      cards: say("n_cards", { n: player.cards }),
      tickets: say("n_tickets", { n: player.ticket_count }),
      points: say("n_points", { n: player.score.routes }),
    }),
  ];
  const districts = player.score.districts;
  if (districts > 0)
    lines.push(
      sayOf("read_districts", seat, context, { points: say("n_points", { n: districts }) }),
    );
  if (seat !== context.viewer && Object.keys(player.hand).length > 0) {
    const name = context.names[seat] ?? "";
    lines.push(say("read_known", { name, cards: cardList(player.hand) }));
  }
  if (view.phase === "ended") {
    if (seat !== context.viewer) lines.push(...readTickets(seat, view, context));
    const points = say("n_points", { n: totalOf(player.score) });
    lines.push(sayOf("read_total", seat, context, { points }));
  }
  return lines;
}

function readTickets(seat: number, view: LondonView, context: TextContext): string[] {
  return at(view.players, seat).tickets.map(({ ticket, completed }) =>
    say("read_ticket", {
      ticket: ticketName(ticket, context),
      points: ticketPoints(ticket, context),
      state: say(completed ? "ticket_done" : "ticket_failed"),
    }),
  );
}

function readClaimed(seat: number, view: LondonView, context: TextContext): Section {
  const routes = [...view.routes.keys()].filter((route) => view.routes[route] === seat);
  const lines = routes.map((route) => routeName(route, context));
  return {
    heading: sayOf("read_claimed", seat, context),
    lines: lines.length > 0 ? lines : [say("read_no_routes")],
  };
}

function readFree(view: LondonView, context: TextContext): Section {
  const { places, routes } = asLondon(context.material);
  const closed = new Set(view.closed);
  const lines = places.flatMap((place, number) => {
    const free = routes.flatMap(({ ends, colour, length }, route) => {
      if (!ends.includes(number) || view.routes[route] !== null || closed.has(route)) return [];
      const other = at(places, ends[0] === number ? ends[1] : ends[0]).name;
      const values = { place: other, colour: say(`colour_${colour ?? "grey"}`), n: length };
      return [say("read_free_route", values)];
    });
    return free.length > 0 ? [say("read_from", { place: place.name, routes: list(free) })] : [];
  });
  return { heading: say("read_free"), lines };
}

function readClosed(view: LondonView, context: TextContext): Section[] {
  if (view.closed.length === 0) return [];
  const lines = view.closed.map((route) => routeName(route, context));
  return [{ heading: say("read_closed"), lines }];
}
