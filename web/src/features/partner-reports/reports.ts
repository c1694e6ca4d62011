import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { dayOf, idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";

export type CashRow = Res<"/api/partner/reports/cash">["list"][number];
export type CashFilter = Req<"/api/partner/reports/cash/csv">;
export type PointRow = Res<"/api/partner/reports/points">["list"][number];
export type AccessRow = Res<"/api/partner/reports/access">["list"][number];
export type AccessFilter = Req<"/api/partner/reports/access/csv">;
export type AddressRow = Res<"/api/partner/reports/addresses">["list"][number];
export type Summary = Res<"/api/partner/play/summary">;

/** Rows of a page. */
const PAGE = 50;

export const states = ["waiting", "done", "cancelled"] as const;
export const products = ["casino", "slot", "minigame", "sports"] as const;
export const parts = ["day", "product", "branch"] as const;
/** The days within which addresses are compared. */
export const spans = ["1", "7", "30", "92"] as const;

/** Reads the search parameters of deposits and withdrawals; an absent one selects all. */
export const cashSearch = searchOf({
  from: dayOf,
  to: dayOf,
  state: oneOf(states),
  member: textOf,
  least: idOf,
  most: idOf,
});

export const pointsSearch = searchOf({ from: dayOf, to: dayOf, member: textOf, page: pageOf });
export const accessSearch = searchOf({
  from: dayOf,
  to: dayOf,
  member: textOf,
  ip: textOf,
  result: oneOf(["failed", "done"]),
});
export const addressSearch = searchOf({ within: (value) => spans.find((one) => one === String(value)) });
export const summarySearch = searchOf({ from: dayOf, to: dayOf, product: oneOf(products), part: oneOf(parts) });

/** A page of deposits or withdrawals; stale when one is asked for or decided below. */
export function cashQuery(filter: CashFilter, after = "") {
  return queryOptions({
    queryKey: ["partner", "cash", filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/reports/cash", { ...filter, after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** A page of the points of a member; none are asked for without one. */
export function pointsQuery(filter: Req<"/api/partner/reports/points/csv">, page: number) {
  return queryOptions({
    queryKey: ["partner", "points", filter, page],
    queryFn: ({ signal }) =>
      api.call("/api/partner/reports/points", { ...filter, page, count_per_list: PAGE }, { signal, retries: 1 }),
    enabled: filter.memId !== "",
    meta: { personal: true },
  });
}

/** A page of logins; stale when a member below logs in. */
export function accessQuery(filter: AccessFilter, after = "") {
  return queryOptions({
    queryKey: ["partner", "lower", "access", filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/reports/access", { ...filter, after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

export function addressesQuery(within: number) {
  return queryOptions({
    queryKey: ["partner", "addresses", within],
    queryFn: ({ signal }) => api.call("/api/partner/reports/addresses", { within }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

export function summaryQuery(filter: Req<"/api/partner/play/summary">) {
  return queryOptions({
    queryKey: ["partner", "play", "summary", filter],
    queryFn: ({ signal }) => api.call("/api/partner/play/summary", filter, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}
