import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { dayOf, idOf, oneOf, searchOf, textOf } from "#shared/search.ts";

export type Bet = Res<"/api/partner/play/bets">["list"][number];
export type OpenBet = Res<"/api/partner/play/open">["list"][number];
export type BetFilter = Req<"/api/partner/play/bets/csv">;
export type OpenFilter = Req<"/api/partner/play/open/csv">;

/** The products that have a page of their own. */
export type Product = "casino" | "slot" | "minigame" | "sports";

/** Rows of a page. */
const PAGE = 50;
/** How often open bets are read again: the hub reports only large ones. */
const EVERY_MS = 10_000;

/** Queries below it are stale when a large bet is placed below. */
const playKey = ["partner", "play"] as const;

export const results = ["PASS", "FAIL", "TIE", "BACK"] as const;

/** Reads the search parameters of a list of bets; an absent one selects all. */
export const betsSearch = searchOf({
  view: oneOf(["open"]),
  from: dayOf,
  to: dayOf,
  member: textOf,
  studio: textOf,
  game: textOf,
  result: oneOf(results),
  least: idOf,
  most: idOf,
});

/** A page of bets that ended. The names of games come in the language asked for. */
export function betsQuery(filter: BetFilter, language: string, after = "") {
  return queryOptions({
    queryKey: [...playKey, "bets", language, filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/play/bets", { ...filter, after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** A page of bets that have not ended. */
export function openQuery(filter: OpenFilter, language: string, after = "") {
  return queryOptions({
    queryKey: [...playKey, "open", language, filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/play/open", { ...filter, after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(EVERY_MS),
    meta: { personal: true },
  });
}

/** The receipt of a bet. */
export function receiptQuery(memId: string, betIdx: number, language: string) {
  return queryOptions({
    queryKey: [...playKey, "detail", language, memId, betIdx],
    queryFn: ({ signal }) => api.call("/api/partner/play/detail", { memId, betIdx }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

/** The studios of a product that were played in the last days: what the filter offers. */
export function studiosQuery(product: Product) {
  return queryOptions({
    queryKey: [...playKey, "studios", product],
    queryFn: ({ signal }) => api.call("/api/partner/play/summary", { product }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}
