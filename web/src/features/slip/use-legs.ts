import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Match, matchQuery } from "#shared/sports/book.ts";
import { useLiveMatches, usePriceInterval } from "#shared/sports/live.ts";
import { type Selection, stateOf } from "#shared/sports/selection.ts";
import { useSportWords } from "#shared/sports/words.ts";
import type { Leg } from "#shared/ui/bet/slip-leg.tsx";
import type { AcceptChoice } from "./bets.ts";
import { legId } from "./slip.ts";

/** A leg of the slip as it is now. */
export interface LegNow {
  selection: Selection;
  /** Thousandths. */
  price: number;
  /** Of the price. */
  version: number;
  state: "open" | "suspended" | "closed";
  live: boolean;
  /** Whether the member must agree to the price of now. */
  moved: boolean;
}

function now(selection: Selection, match: Match | undefined, accept: AcceptChoice): LegNow {
  const { marketIdx, pick, price: agreed, version } = selection;
  const market = match?.markets.find(({ id }) => id === marketIdx);
  const priced = market?.prices.find(({ key }) => key === pick);
  const price = priced?.price ?? agreed;
  const moved = price !== agreed && accept !== "any" && !(accept === "better" && price > agreed);
  return {
    selection,
    price,
    version: priced?.version ?? version,
    state: match ? (market ? stateOf(match, market, pick) : "closed") : "open",
    live: match?.progress.state === "live",
    moved,
  };
}

/** The legs of the slip at the prices of now, which the hub keeps up to date. */
export function useLegs(selections: readonly Selection[], accept: AcceptChoice): LegNow[] {
  const { language } = useFormat();
  const ids = [...new Set(selections.map(({ eventIdx }) => eventIdx))];
  const refetchInterval = usePriceInterval(ids.length);
  const matches = useQueries({ queries: ids.map((id) => ({ ...matchQuery(id, language), refetchInterval })) });
  useLiveMatches(ids);
  return selections.map((selection) => now(selection, matches[ids.indexOf(selection.eventIdx)]?.data, accept));
}

/** Returns a function that gives a leg in words; `fault` is why it cannot be placed. */
export function useLegWords() {
  const { t } = useTranslation("sports");
  const words = useSportWords();
  return ({ selection, price, state, live, moved }: LegNow, fault: string | undefined): Leg => ({
    id: legId(selection),
    match: t("match", { home: selection.home, away: selection.away }),
    market: `${words.market(selection)} · ${selection.league}`,
    pick: words.pick(selection, selection.pick, selection),
    odds: price,
    live,
    state,
    ...(moved && { agreed: selection.price }),
    ...(fault !== undefined && { fault }),
  });
}
