import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { offersKey } from "#shared/staff/keys.ts";
import type { OpenKind } from "./offers.ts";

export type OpenTransfer = Res<"/api/admin/offer/transfers">["list"][number];
export type OpenRound = Res<"/api/admin/offer/rounds">["list"][number];
export type HeldWin = Res<"/api/admin/offer/wins">["list"][number];
export type Debt = Res<"/api/admin/offer/debts">["list"][number];

/** The last row of a page; the next page begins behind it. */
export interface Cursors {
  wins: NonNullable<Req<"/api/admin/offer/wins">["after"]>;
  transfers: NonNullable<Req<"/api/admin/offer/transfers">["after"]>;
  rounds: NonNullable<Req<"/api/admin/offer/rounds">["after"]>;
  debts: NonNullable<Req<"/api/admin/offer/debts">["after"]>;
}

/** The options of a page of what is open with a provider, behind the last row of the page before. */
function pageQuery<Page>(kind: OpenKind, vendor: string, after: unknown, call: (signal: AbortSignal) => Promise<Page>) {
  return queryOptions({
    queryKey: [...offersKey, kind, vendor, after],
    queryFn: ({ signal }) => call(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Wins that wait for two persons before they are paid, oldest first. */
export const winsQuery = (vendor: string, after?: Cursors["wins"]) =>
  pageQuery("wins", vendor, after, (signal) =>
    api.call("/api/admin/offer/wins", { vendor, ...(after && { after }) }, { signal, retries: 1 }),
  );

/** Moves of money of which it is not known whether they arrived, oldest first. */
export const transfersQuery = (vendor: string, after?: Cursors["transfers"]) =>
  pageQuery("transfers", vendor, after, (signal) =>
    api.call("/api/admin/offer/transfers", { vendor, ...(after && { after }) }, { signal, retries: 1 }),
  );

/** Rounds that the provider has not ended, oldest first. */
export const roundsQuery = (vendor: string, after?: Cursors["rounds"]) =>
  pageQuery("rounds", vendor, after, (signal) =>
    api.call("/api/admin/offer/rounds", { vendor, ...(after && { after }) }, { signal, retries: 1 }),
  );

/** The debts of members, newest first. */
export const debtsQuery = (vendor: string, after?: Cursors["debts"]) =>
  pageQuery("debts", vendor, after, (signal) =>
    api.call("/api/admin/offer/debts", { vendor, ...(after && { after }) }, { signal, retries: 1 }),
  );
