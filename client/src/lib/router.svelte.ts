/** The router: the current path, and the page it belongs to. */

import { hasTour } from "../games";

export type NewKind = "friends" | "hotseat";

export type Route =
  | { page: "home" | "tables" | "account" | "nothing" }
  | { page: "new"; kind: NewKind; game: string | null }
  | { page: "table"; id: string }
  | { page: "learn"; game: string };

const PLAIN: Record<string, "home" | "tables" | "account"> = {
  "": "home",
  tables: "tables",
  account: "account",
};

/** Return the page of an address. */
export function routeOf(path: string, search = ""): Route {
  const [first = "", second, ...rest] = path.replace(/^\/+|\/+$/g, "").split("/");
  if (rest.length) return { page: "nothing" };
  if (second !== undefined) {
    if (first === "table") return { page: "table", id: second };
    if (first === "learn" && hasTour(second)) return { page: "learn", game: second };
    return { page: "nothing" };
  }
  if (first === "new") {
    const query = new URLSearchParams(search);
    const kind = query.get("with") === "hotseat" ? "hotseat" : "friends";
    return { page: "new", kind, game: query.get("game") };
  }
  const page = PLAIN[first];
  return { page: page ?? "nothing" };
}

const here = (): string => location.pathname + location.search;

let address = $state(here());
let visits = $state(0);
const route: Route = $derived(routeOf(...parts(address)));

function parts(written: string): [string, string] {
  const at = written.indexOf("?");
  return at < 0 ? [written, ""] : [written.slice(0, at), written.slice(at)];
}

export const router = {
  get route(): Route {
    return route;
  },
  /** The path with its query. */
  get address(): string {
    return address;
  },
  /** How often the address has changed since the page was loaded. */
  get visits(): number {
    return visits;
  },
};

/** Go to a path of this site. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  if (address === here()) return;
  address = here();
  visits += 1;
}

/** Handle links and the browser's back button without reloading; return how to stop. */
export function followLinks(): () => void {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download"))
      return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname + link.search === here()) return; // an anchor on this page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  document.addEventListener("click", click);
  addEventListener("popstate", arrive);
  return () => {
    document.removeEventListener("click", click);
    removeEventListener("popstate", arrive);
  };
}
