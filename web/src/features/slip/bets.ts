import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { FRESH_MS, pollEvery } from "#shared/query.ts";

export type OpenBet = Res<"/api/bet/sports/open">["list"][number];

export type Placed = Res<"/api/bet/betProc">;

export const accepts = ["none", "better", "any"] as const;
export type AcceptChoice = (typeof accepts)[number];

/** The member's choice; until it is known, that of a member who never chose. */
export function readAccept(limits: { accept: string } | undefined): AcceptChoice {
  return accepts.find((one) => one === limits?.accept) ?? "none";
}

/** A live bet waits for seconds; its end must not be missed when the socket is down. */
const WAIT_MS = 1_000;
const OPEN_MS = 30_000;
/** Offers to end a bet follow the odds. */
const OFFER_MS = 10_000;

function pace(list: readonly OpenBet[]): number {
  if (list.some(({ betStatus, cashOut }) => betStatus === "WAIT" || (cashOut?.asked ?? 0) > 0)) return WAIT_MS;
  return list.some(({ cashOut }) => cashOut) ? OFFER_MS : OPEN_MS;
}

/** The member's bets that are not settled. Where there are none, nothing is waited for. */
export function openBetsQuery(language: string) {
  return queryOptions({
    queryKey: ["bet", "open", language],
    queryFn: ({ signal }) => api.call("/api/bet/sports/open", {}, { signal, retries: 1 }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => {
      const { list } = state.data ?? {};
      return list?.length === 0 ? false : pollEvery(pace(list ?? []))({ state });
    },
    meta: { personal: true },
  });
}

/** A bet with its legs, as it is now. */
export function slipBetQuery(betIdx: number, language: string) {
  return queryOptions({
    queryKey: ["bet", "slip", language, betIdx],
    queryFn: ({ signal }) => api.call("/api/bet/detail", { betIdx }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}
