import { useCallback, useRef } from "react";
import type { Match } from "#shared/sports/book.ts";
import { selectionId, stateOf } from "#shared/sports/selection.ts";
import { useSportWords } from "#shared/sports/words.ts";
import type { Match as Row } from "#shared/ui/bet/match-row.tsx";

/** The market of a list: the winner with or without a draw, or the main line of another kind. */
export type Listed = "winner" | "handicap" | "total";

/** The heads of the prices. A sport with draws has three. */
export function columnsOf(listed: Listed, draws: boolean, over: string, under: string): string[] {
  if (listed === "total") return [over, under];
  return listed === "winner" && draws ? ["1", "X", "2"] : ["1", "2"];
}

export function marketOf({ markets }: Match, listed: Listed) {
  return markets.find(({ kind }) => (listed === "winner" ? kind === "1x2" || kind === "winner" : kind === listed));
}

interface Shown {
  /** All that a row depends on beside its match. */
  key: string;
  row: Row;
}

/** Returns a function that makes the rows of matches. A match that did not change keeps its row, so it is not drawn again. */
export function useRows(listed: Listed, kept: readonly number[], now: number) {
  const words = useSportWords();
  const rows = useRef(new WeakMap<Match, Shown>());
  return useCallback(
    (match: Match, columns: number): Row => {
      const clock = words.clock(match.sport, match.progress, now);
      const favourite = kept.includes(match.eventIdx);
      const key = [clock, favourite, listed, columns, words.sport("soccer")].join("|");
      const before = rows.current.get(match);
      if (before?.key === key) return before.row;
      const market = marketOf(match, listed);
      const { state, home, away } = match.progress;
      const row: Row = {
        id: String(match.eventIdx),
        home: match.home,
        away: match.away,
        clock,
        live: state === "live",
        favourite,
        more: Math.max(0, match.count - (market ? 1 : 0)),
        ...(state === "live" && { score: [home, away] as const }),
        prices: market
          ? market.prices.map(({ key: pick, price }) => ({
              id: selectionId(market.id, pick),
              label: words.short(market, pick, match),
              odds: price,
              state: stateOf(match, market, pick) === "open" ? ("open" as const) : ("suspended" as const),
            }))
          : Array.from({ length: columns }, () => null),
      };
      rows.current.set(match, { key, row });
      return row;
    },
    [listed, kept, now, words],
  );
}
