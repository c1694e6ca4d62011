import { queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { FRESH_MS, pollEvery } from "#shared/query.ts";

export type Limits = Res<"/api/bet/sports/limits">;
export type OpenBet = Res<"/api/bet/sports/open">["list"][number];

export type Placed = Res<"/api/bet/betProc">;

type Wire = Req<"/api/bet/betProc">["legs"][number];

export const accepts = ["none", "better", "any"] as const;
export type AcceptChoice = (typeof accepts)[number];

/** The stakes that the member may place, and the changes of price that are taken without asking (D-22, D-26). */
export const limitsQuery = queryOptions({
  queryKey: ["bet", "limits"],
  queryFn: ({ signal }) => api.call("/api/bet/sports/limits", {}, { signal, retries: 1 }),
  staleTime: 60_000,
  meta: { personal: true },
});

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

/** Why an open bet is not taken back or cashed out. */
export function whyOf(error: unknown): string | undefined {
  const why = error instanceof ApiError && isRecord(error.detail) ? error.detail.why : undefined;
  return typeof why === "string" ? why : undefined;
}

/** Why a slip was refused, beside its code, and what would be taken instead. */
export interface RefusedSlip {
  /** Of the legs; empty: the slip as a whole. */
  reason: string;
  /** The places of the legs that are refused. */
  legs: number[];
  /** The slip at the prices of now. */
  now: Wire[];
  /** With which it would be taken; 0: the stake is not the reason. */
  maxStake: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isWire(value: unknown): value is Wire {
  if (!isRecord(value)) return false;
  const { marketIdx, key, price, version } = value;
  return typeof key === "string" && [marketIdx, price, version].every(Number.isSafeInteger);
}

/** Reads the detail of a refusal of betProc; nothing when it has none. */
export function readRefusal(detail: unknown): RefusedSlip | undefined {
  if (!isRecord(detail)) return undefined;
  const { reason, legs, now, maxStake } = detail;
  return {
    reason: typeof reason === "string" ? reason : "",
    legs: Array.isArray(legs) ? legs.map(Number).filter(Number.isSafeInteger) : [],
    now: Array.isArray(now) ? now.filter(isWire) : [],
    maxStake: Number.isSafeInteger(maxStake) ? Number(maxStake) : 0,
  };
}
