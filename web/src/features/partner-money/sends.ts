import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { ptKey, purseQuery, sendsKey } from "#shared/partner/purse.ts";
import { dayOf, oneOf, searchOf, textOf } from "#shared/search.ts";

export type Send = Res<"/api/partner/money/sends">["list"][number];
export type Target = Res<"/api/partner/money/targets">["list"][number];
export type Payout = Res<"/api/partner/money/payouts">["list"][number];
export type Withdrawal = Res<"/api/partner/money/withdrawals">["list"][number];
export type WithdrawTerms = Res<"/api/partner/money/withdrawal">;
export type PTMove = Res<"/api/partner/money/pt">["list"][number];
type SendsFilter = Omit<Req<"/api/partner/money/sends">, "before" | "count_per_list">;
type PTFilter = Omit<Req<"/api/partner/money/pt">, "before" | "count_per_list">;

/** Rows of a page. */
const PAGE = 50;
/** How long a reason may be, in characters. */
export const REASON_MAX = 200;

export const kinds = ["pay", "recall", "payout", "reverse"] as const;

/** Reads the search parameters of the list of payments; an absent one selects all. */
export const sendsSearch = searchOf({ from: dayOf, to: dayOf, kind: oneOf(kinds), member: textOf });

/** Reads the search parameters of the PT ledger. */
export const ptSearch = searchOf({ from: dayOf, to: dayOf });

/** A page of payments, behind the last one of the page before. */
export function sendsQuery(filter: SendsFilter, before = 0) {
  return queryOptions({
    queryKey: [...sendsKey, filter, before],
    queryFn: ({ signal }) =>
      api.call("/api/partner/money/sends", { ...filter, before, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** A page of the moves of the PT, behind the last one of the page before. */
export function ptQuery(filter: PTFilter, before = 0) {
  return queryOptions({
    queryKey: [...ptKey, filter, before],
    queryFn: ({ signal }) =>
      api.call("/api/partner/money/pt", { ...filter, before, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

const payoutsKey = ["partner", "payouts"];

/** A page of the members who ask to be paid out: those that wait, or all. */
export function payoutsQuery(all: boolean, before = 0) {
  return queryOptions({
    queryKey: [...payoutsKey, all, before],
    queryFn: ({ signal }) =>
      api.call("/api/partner/money/payouts", { all, before, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Accepts a pay-out: its amount becomes PT. */
export function useAcceptPayout() {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/payouts/accept">) => api.call("/api/partner/money/payouts/accept", body),
    onSettled: useStale(),
  });
}

/** Declines a pay-out with a reason. */
export function useRefusePayout() {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/payouts/refuse">) => api.call("/api/partner/money/payouts/refuse", body),
    onSettled: useStale(),
  });
}

const withdrawalsKey = ["partner", "withdrawals"];

/** The terms of a withdrawal of the PT: the account, what is free, and the limits. */
export const withdrawTermsQuery = queryOptions({
  queryKey: [...withdrawalsKey, "terms"],
  queryFn: ({ signal }) => api.call("/api/partner/money/withdrawal", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

/** A page of the withdrawals of the own PT, behind the last one of the page before. */
export function withdrawalsQuery(before = 0) {
  return queryOptions({
    queryKey: [...withdrawalsKey, before],
    queryFn: ({ signal }) =>
      api.call("/api/partner/money/withdrawals", { before, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Asks for a withdrawal; its amount is held. The call has a key: whatever of it arrives has one effect. */
export function useWithdrawPT() {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/withdraw">) => api.call("/api/partner/money/withdraw", body),
    onSettled: useStale(),
  });
}

/** Takes back a withdrawal that staff has not taken in hand. */
export function useCancelWithdrawal() {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/withdraw/cancel">) =>
      api.call("/api/partner/money/withdraw/cancel", body),
    onSettled: useStale(),
  });
}

/** Accounts directly below whose memId or nickname begins with a text. */
export function targetsQuery(query: string) {
  return queryOptions({
    queryKey: ["partner", "targets", query],
    queryFn: ({ signal }) => api.call("/api/partner/money/targets", { query }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

function useStale() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [purseQuery.queryKey, sendsKey, ptKey, ["partner", "targets"], payoutsKey, withdrawalsKey]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}

export type Way = "pay" | "recall";

/** Pays or recalls. The call has a key: whatever of it arrives has one effect. */
export function useSend(way: Way) {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/pay">) =>
      way === "pay" ? api.call("/api/partner/money/pay", body) : api.call("/api/partner/money/recall", body),
    onSettled: useStale(),
  });
}

/** Reverses a payment or a recall. */
export function useReverse() {
  return useMutation({
    mutationFn: (body: Req<"/api/partner/money/reverse">) => api.call("/api/partner/money/reverse", body),
    onSettled: useStale(),
  });
}
