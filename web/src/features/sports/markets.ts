import type { Market } from "#shared/sports/book.ts";

export const marketGroups = ["all", "main", "handicap", "total", "half", "special"] as const;
export type MarketGroup = (typeof marketGroups)[number];

const isOpen = ({ state }: Market) => state === "open" || state === "suspended";

function isIn({ kind, period, main }: Market, group: MarketGroup): boolean {
  const whole = period === "full";
  switch (group) {
    case "all":
      return true;
    case "main":
      return whole && main && ["1x2", "winner", "handicap", "total"].includes(kind);
    case "half":
      return !whole;
    case "special":
      return whole && ["btts", "correct_score", "odd_even"].includes(kind);
    default:
      return whole && kind === group;
  }
}

/** The markets of a group that can be bet on now or when a suspension ends. */
export function shownMarkets(markets: readonly Market[], group: MarketGroup): Market[] {
  return markets.filter((market) => isOpen(market) && isIn(market, group));
}

const ORDER = ["1x2", "winner", "handicap", "total", "btts", "odd_even", "correct_score"];

/** All lines of one question. */
export interface Question {
  key: string;
  /** By their lines. */
  markets: Market[];
}

/** Puts markets that ask the same with other lines together, in the order of the page: of the whole match first. */
export function questionsOf(markets: readonly Market[]): Question[] {
  const all = new Map<string, Market[]>();
  for (const market of markets) {
    const key = `${market.period} ${market.kind}`;
    all.set(key, [...(all.get(key) ?? []), market]);
  }
  const place = ([first]: Market[]) => (first ? (first.period === "full" ? 0 : 100) + ORDER.indexOf(first.kind) : 0);
  return [...all]
    .map(([key, same]) => ({ key, markets: same.toSorted((a, b) => a.line - b.line) }))
    .sort((a, b) => place(a.markets) - place(b.markets));
}
