import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { CashRow } from "#shared/api/types.ts";
import { FRESH_MS, pollEvery } from "#shared/query.ts";

export type CashType = "in" | "out";

/** Everything here goes stale together when the hub says that the balance moved. */
const cashKey = ["cash"] as const;

/** Staff taking a request up sends no event; while one is open its list is asked for again. */
const OPEN_POLL_MS = 15_000;

/** A page of the requests, with the totals of the whole selection. */
export type CashPage = Res<"/api/cash/list/">;

/** Which part of a history. */
type CashPart = Omit<Req<"/api/cash/list/">, "cashType">;

/** Reports whether a request is still undecided (D-11: 0 requested, 2 in process). */
export function isOpen(row: Pick<CashRow, "status">): boolean {
  return row.status === 0 || row.status === 2;
}

/** The member's deposits or withdrawals, newest first. */
export function cashListQuery(cashType: CashType, part: CashPart = { page: 1 }) {
  return queryOptions({
    queryKey: [...cashKey, "list", cashType, part],
    queryFn: ({ signal }) => api.call("/api/cash/list/", { cashType, ...part }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: (query) => (query.state.data?.list.some(isOpen) ? pollEvery(OPEN_POLL_MS)(query) : false),
    meta: { personal: true },
  });
}

/** Where the member pays into. */
export type PaidInto = Res<"/api/cash/getAcc">;

/**
 * The account that the member was shown within the last half hour, or null: then it is shown for the withdrawal password, as an
 * inquiry about it is answered (D-62). Not under cashKey: it does not change with a balance. Never fresh: staff may have put another account
 * in its place, and each look at the page must lead the money there.
 */
export const accountQuery = queryOptions({
  queryKey: ["deposit-account"],
  queryFn: async ({ signal }): Promise<PaidInto | null> => {
    try {
      return await api.call("/api/cash/getAcc", {}, { signal, retries: 1 });
    } catch (error) {
      if (isCode(error, "C028")) return null;
      throw error;
    }
  },
  staleTime: 0,
  meta: { personal: true },
});

/** Shows the account after the withdrawal password was checked. */
export function useOpenAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cashPin: string) => api.call("/api/cash/openAcc", { cashPin }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}

/** How much must still be played before a withdrawal (D-20). */
export const rollingQuery = queryOptions({
  queryKey: [...cashKey, "rolling"],
  queryFn: ({ signal }) => api.call("/api/cash/rolling/remain", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
  meta: { personal: true },
});

/** The bonus money and points that a withdrawal during a break forfeits (S-32); zero outside of a break. */
export type Forfeit = Pick<Res<"/api/cash/rolling/remain">, "forfeitCash" | "forfeitPoints">;

/** Asks for a deposit. The mutation is busy until the lists know the new request. */
export function useDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/cash/in">) => api.call("/api/cash/in", body),
    onSettled: () => client.invalidateQueries({ queryKey: cashKey }),
  });
}

/** Asks for a withdrawal; its amount is held from then on (D-13). */
export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/cash/out">) => api.call("/api/cash/out", body),
    onSettled: () => client.invalidateQueries({ queryKey: cashKey }),
  });
}

/** Cancels an own open request, or takes a closed one off the list (D-15, D-16). */
export function useRemove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idx: number) => api.call("/api/cash/del", { idx }),
    onSettled: () => client.invalidateQueries({ queryKey: cashKey }),
  });
}
