import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { dayOf, idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { detailsKey } from "#shared/staff/keys.ts";
import { membersKey } from "#shared/staff/members.ts";

/** The parts of a member's page with the right that each needs. */
export const parts = {
  overview: "member",
  ledger: "cash",
  points: "gift",
  rounds: "cash",
  requests: "cash",
  coupons: "gift",
  messages: "message",
  logins: "member",
  limits: "member",
  details: "reset",
  notes: "member",
  audit: "audit",
} as const satisfies Record<string, Right>;
export type Part = keyof typeof parts;
export const partNames = [
  "overview",
  "ledger",
  "points",
  "rounds",
  "requests",
  "coupons",
  "messages",
  "logins",
  "limits",
  "details",
  "notes",
  "audit",
] as const satisfies readonly Part[];

/** Reads the search parameters of a member's page; `row` and `move` name one row, which is marked. */
export const personSearch = searchOf({
  part: oneOf(partNames),
  from: dayOf,
  to: dayOf,
  page: pageOf,
  row: idOf,
  move: textOf,
});

/** The days and the page of a part, as its call wants them. */
export interface Wanted {
  memId: string;
  startDate?: string;
  endDate?: string;
  page: number;
  /** The row that is marked, whichever page it is on. */
  row?: number;
  /** The same for a bet, by the reference of its entry in the ledger. */
  move?: string;
}

export interface PartProps {
  wanted: Wanted;
  onPage(page: number): void;
}

const PER_PAGE = 50;

export type LedgerRow = Res<"/api/admin/member/ledger">["list"][number];

const common = { placeholderData: keepPreviousData, meta: { personal: true } } as const;

/** The moves of the member's wallet, or of the points alone. */
export const ledgerQuery = (part: "ledger" | "points", { move: _, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, part, wanted],
    queryFn: ({ signal }) =>
      api.call(`/api/admin/member/${part}`, { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

export type Round = Res<"/api/admin/member/rounds">["list"][number];

/** The member's bets. */
export const roundsQuery = (wanted: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "rounds", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/member/rounds", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The member's deposits and withdrawals. */
export const requestsOfQuery = ({ move: _, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "requests", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/cash/list", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The coupons that the member has, had or gave on. */
export const couponsOfQuery = ({ move: _, row: __, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "coupons", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/coupon/list", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The messages that the member was sent. */
export const messagesOfQuery = ({ move: _, row: __, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "messages", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/message/list", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The changes of details that the member asked for; stale with every decision about one. */
export const changesOfQuery = ({ move: _, row: __, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...detailsKey, "of", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/details/list", { ...wanted, all: true, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The member's live sessions and the logins that were tried. */
export const loginsQuery = ({ move: _, row: __, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "logins", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/member/logins", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });

/** The record of what staff did to the member and to what the member asked for. */
export const auditOfQuery = ({ move: _, row: __, ...wanted }: Wanted) =>
  queryOptions({
    ...common,
    queryKey: [...membersKey, "audit", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/audit/list", { ...wanted, count_per_list: PER_PAGE }, { signal, retries: 1 }),
  });
