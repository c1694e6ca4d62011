import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { dayOf, oneOf, pageOf, searchOf } from "#shared/search.ts";
import { membersKey } from "#shared/staff/members.ts";

/** The parts of a member's page with the right that each needs. */
export const parts = {
  overview: "member",
  ledger: "cash",
  rounds: "cash",
  requests: "cash",
  logins: "member",
  limits: "member",
  notes: "member",
  audit: "audit",
} as const satisfies Record<string, Right>;
export type Part = keyof typeof parts;
export const partNames = [
  "overview",
  "ledger",
  "rounds",
  "requests",
  "logins",
  "limits",
  "notes",
  "audit",
] as const satisfies readonly Part[];

/** Reads the search parameters of a member's page. */
export const personSearch = searchOf({ part: oneOf(partNames), from: dayOf, to: dayOf, page: pageOf });

/** The days and the page of a part, as its call wants them. */
export interface Wanted {
  memId: string;
  startDate?: string;
  endDate?: string;
  page: number;
}

const PER_PAGE = 50;

export type LedgerRow = Res<"/api/admin/member/ledger">["list"][number];

const common = { placeholderData: keepPreviousData, meta: { personal: true } } as const;

/** The moves of the member's wallet. */
export const ledgerQuery = (wanted: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "ledger", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/member/ledger", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The member's bets. */
export const roundsQuery = (wanted: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "rounds", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/member/rounds", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The member's deposits and withdrawals. */
export const requestsOfQuery = (memId: string, page: number) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "requests", memId, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/cash/list", { memId, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The member's live sessions and the logins that were tried. */
export const loginsQuery = (memId: string, page: number) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "logins", memId, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/member/logins", { memId, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The record of what staff did to the member. */
export const auditOfQuery = ({ memId, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "audit", memId, wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/audit/list", { target: memId, ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });
