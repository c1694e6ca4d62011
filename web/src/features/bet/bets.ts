import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { historyRequest } from "#shared/days.ts";
import { FRESH_MS } from "#shared/query.ts";
import type { BetSearch } from "./search.ts";

/** A page of the history, with the totals of the whole selection. */
export type BetPage = Res<"/api/bet/betlist">;
/** Goes stale together when a game is left. */
const betKey = ["bet"] as const;

type BetRequest = Req<"/api/bet/betlist">;

/** The address as the api takes it. */
export function betRequest(search: BetSearch): BetRequest {
  return {
    ...historyRequest(search),
    oldYn: search.oldYn ?? "N",
    ...(search.mode === "betting" ? { betStatus: "WAIT" } : {}),
    ...(search.gameType ? { gameType: search.gameType } : {}),
    ...(search.vendor ? { vendorCode: search.vendor } : {}),
  };
}

/** A page of the member's rounds, newest first. The names come in the language asked for. */
export function betsQuery(request: BetRequest, language: string) {
  return queryOptions({
    queryKey: [...betKey, "list", language, request],
    queryFn: ({ signal }) => api.call("/api/bet/betlist", request, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { personal: true },
  });
}

/** One round. B003: there is none of that number. */
export function betQuery(betIdx: number, language: string) {
  return queryOptions({
    queryKey: [...betKey, "detail", language, betIdx],
    queryFn: ({ signal }) => api.call("/api/bet/detail", { betIdx }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** The totals of what was played since a moment (ms). */
export function sumQuery(since: number) {
  return queryOptions({
    queryKey: [...betKey, "sum", since],
    queryFn: async ({ signal }) => {
      const request = { page: 1, count_per_list: 1, oldYn: "N", sinceAt: new Date(since).toISOString() };
      const { totals, pageInfo } = await api.call("/api/bet/betlist", request, { signal, retries: 1 });
      return {
        stake: totals.betAmt,
        open: totals.openAmt,
        net: totals.betWinAmt - totals.betAmt,
        rounds: pageInfo.total,
      };
    },
    staleTime: 0,
    meta: { personal: true },
  });
}
