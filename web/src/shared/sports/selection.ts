import type { Market, Match } from "./book.ts";

/** A selection as it was chosen: what a slip needs to name it, and the price that the member saw. */
export interface Selection {
  eventIdx: number;
  marketIdx: number;
  /** Of the selection in its market: "home", "over", "2-1". */
  pick: string;
  sport: string;
  league: string;
  home: string;
  away: string;
  kind: string;
  period: string;
  /** Quarters. */
  line: number;
  /** Thousandths. */
  price: number;
  /** Of the price. */
  version: number;
}

/** Names a selection on a page. */
export const selectionId = (marketIdx: number, pick: string) => `${marketIdx}:${pick}`;

/** Returns the selection of a match that an ID names; nothing when the match has none of that name. */
export function selectionOf(match: Match, id: string): Selection | undefined {
  const at = id.indexOf(":");
  const pick = id.slice(at + 1);
  const market = match.markets.find((one) => String(one.id) === id.slice(0, at));
  const price = market?.prices.find(({ key }) => key === pick);
  if (!market || !price) return undefined;
  return {
    eventIdx: match.eventIdx,
    marketIdx: market.id,
    pick,
    sport: match.sport,
    league: match.leagueName,
    home: match.home,
    away: match.away,
    kind: market.kind,
    period: market.period,
    line: market.line,
    price: price.price,
    version: price.version,
  };
}

/** Whether a selection can be bet on: suspended comes back, closed does not. */
export function stateOf(match: Match, market: Market, pick: string): "open" | "suspended" | "closed" {
  if (match.progress.state === "ended" || match.progress.state === "cancelled") return "closed";
  if (market.state !== "open" && market.state !== "suspended") return "closed";
  const price = market.prices.find(({ key }) => key === pick);
  return market.state === "suspended" || match.progress.suspended || !price?.active ? "suspended" : "open";
}
