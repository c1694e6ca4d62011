import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { historyRequest } from "#shared/days.ts";
import type { BetSearch } from "./search.ts";

/** A page of the history, with the totals of the whole selection. */
export type BetPage = Res<"/api/bet/betlist">;
/** One round as the history shows it. */
export type Bet = BetPage["list"][number];

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
    staleTime: 0,
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

const PAGE = 100;
const MOST_PAGES = 10;

/** The totals of a stretch of play. `whole` is false when there were more rounds than were added up. */
export interface Sum extends Totals {
  rounds: number;
  whole: boolean;
}

/** Returns the query of the member's total stakes and wins since a moment (ms), added up from the rounds. */
export function sumQuery(since: number, startDate: string) {
  return queryOptions({
    queryKey: [...betKey, "sum", since],
    queryFn: async ({ signal }): Promise<Sum> => {
      const rows: Bet[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const answer = await api.call(
          "/api/bet/betlist",
          { page, count_per_list: PAGE, startDate, oldYn: "N" },
          { signal, retries: 1 },
        );
        const fresh = answer.list.filter((row) => Date.parse(row.betAt) >= since);
        rows.push(...fresh);
        if (fresh.length < PAGE) return { ...totalsOf(rows), rounds: rows.length, whole: true };
      }
      return { ...totalsOf(rows), rounds: rows.length, whole: false };
    },
    staleTime: 0,
    meta: { personal: true },
  });
}

interface Totals {
  stake: number;
  win: number;
  net: number;
}

/** Win minus stake (product.txt, section 4); null while the round waits, and when it was cancelled: its stake came back. */
export function netOf(bet: Pick<Bet, "result" | "betAmt" | "betWinAmt">): number | null {
  return bet.result === "WAIT" || bet.result === "CANCEL" ? null : bet.betWinAmt - bet.betAmt;
}

/** Adds up the settled rounds, so that win minus stake is the net of the same rows. */
export function totalsOf(bets: Pick<Bet, "result" | "betAmt" | "betWinAmt">[]): Totals {
  const total = { stake: 0, win: 0, net: 0 };
  for (const bet of bets) {
    const net = netOf(bet);
    if (net === null) continue;
    total.stake += bet.betAmt;
    total.win += bet.betWinAmt;
    total.net += net;
  }
  return total;
}
