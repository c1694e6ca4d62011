import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { oneOf, searchOf, textOf } from "#shared/search.ts";

export type Lower = Res<"/api/partner/lower/list">["list"][number];
export type Node = Res<"/api/partner/lower/tree">["list"][number];
export type Card = Res<"/api/partner/lower/card">;
export type ListRequest = Omit<Req<"/api/partner/lower/list">, "after" | "count_per_list">;

/** Rows of a page. */
const PAGE = 50;
/** How often lists are read again that the hub reports only a part of. */
const EVERY_MS = 10_000;

/** Queries below it are stale when something happens in the downline (partner-live). */
const lowerKey = ["partner", "lower"] as const;

export const kinds = ["member", "partner"] as const;
export const statuses = ["normal", "stop", "suspended", "black", "dormant", "closed", "excluded"] as const;
export const offs = ["login", "bet", "recommend", "casino", "slot"] as const;
const sorts = ["joined", "memId", "login", "cash"] as const;
/** The levels of partners (product.txt §4). */
export const levels = ["1", "2", "3", "4", "5", "6"] as const;

/** Reads the search parameters of the list; an absent one selects all. */
export const lowerSearch = searchOf({
  text: textOf,
  kind: oneOf(kinds),
  level: (value) => levels.find((one) => one === String(value)),
  status: oneOf(statuses),
  off: oneOf(offs),
  sort: oneOf(sorts),
  online: oneOf(["yes"]),
  member: textOf,
});

/** The orders that a person may choose: the one by balance tells the amounts. */
export function sortsFor(seesMoney: boolean) {
  return sorts.filter((one) => one !== "cash" || seesMoney);
}

/** A list that is paged by key says of itself how many there are in all, and that its order is the server's. */
export function wholeOf(totals: Res<"/api/partner/lower/list">["totals"] | undefined, rows: number) {
  const total = totals ? totals.members + totals.partners : rows;
  return { page: 1, pages: 1, total, countPerList: rows };
}

/** A page of the downline, after the cursor of the page before. */
export function lowersQuery(filter: ListRequest, after = "") {
  return queryOptions({
    queryKey: [...lowerKey, "list", filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/lower/list", { ...filter, after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Reads what stands directly below a partner; an empty node is the partner itself. */
export const treePages = {
  queryKey: [...lowerKey, "tree"],
  read: (node: string, after: string, signal: AbortSignal) =>
    api.call("/api/partner/lower/tree", { node, after }, { signal, retries: 1 }),
};

export function cardQuery(memId: string) {
  return queryOptions({
    queryKey: [...lowerKey, "card", memId],
    queryFn: ({ signal }) => api.call("/api/partner/lower/card", { memId }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

export function requestsQuery(after = "") {
  return queryOptions({
    queryKey: [...lowerKey, "requests", after],
    queryFn: ({ signal }) => api.call("/api/partner/lower/requests", { after }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(EVERY_MS),
    meta: { personal: true },
  });
}

/** Reads the search parameters of the members who are online: the branch. */
export const onlineSearch = searchOf({
  partner: textOf,
  page: (value) => (Number(value) > 1 ? Number(value) : undefined),
});

export function onlineQuery(partner: string, page: number) {
  return queryOptions({
    queryKey: [...lowerKey, "online", partner, page],
    queryFn: ({ signal }) => api.call("/api/partner/online", { partner, page, count_per_list: PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(EVERY_MS),
    staleTime: 0,
    meta: { personal: true },
  });
}

export const ceilingsQuery = queryOptions({
  queryKey: [...lowerKey, "ceilings"],
  queryFn: ({ signal }) => api.call("/api/partner/lower/ceilings", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: lowerKey });
}

export type CreateRequest = Req<"/api/partner/lower/create">;

export const useCreate = () =>
  useMutation({
    mutationFn: (body: CreateRequest) => api.call("/api/partner/lower/create", body),
    onSettled: useStale(),
  });

export const useApprove = () =>
  useMutation({
    mutationFn: (memId: string) => api.call("/api/partner/lower/approve", { memId }),
    onSettled: useStale(),
  });

export const useRefuse = () =>
  useMutation({
    mutationFn: (body: Req<"/api/partner/lower/refuse">) => api.call("/api/partner/lower/refuse", body),
    onSettled: useStale(),
  });

/** The switches of an account; lock and black are its status. */
export const switches = ["login", "bet", "recommend", "casino", "slot", "lock", "black"] as const;
export type Switch = (typeof switches)[number] | "logout";

/** Reports whether a switch is off for an account. */
export function isOff(account: Lower, name: (typeof switches)[number]): boolean {
  if (name === "lock") return account.status === "stop";
  if (name === "black") return account.status === "black";
  return !account[name];
}

/** The part of an account that a switch belongs to, as the card names what was switched off. */
export function partOf(name: (typeof switches)[number]): string {
  return name === "lock" || name === "black" ? "status" : name;
}

interface Turn {
  memId: string;
  name: Switch;
  off: boolean;
  reason: string;
  /** With everyone below. */
  all: boolean;
}

/** The result of a switch, over all calls that it took. */
export interface Turned {
  changed: number;
  kept: number;
}

/** Switches one account, or it and its whole downline: call by call, each goes on where the one before ended. */
export const useTurn = () =>
  useMutation({
    mutationFn: async ({ memId, name, off, reason, all }: Turn): Promise<Turned> => {
      const body = { memId, switch: name, off, reason };
      if (!all) {
        const { changed } = await api.call("/api/partner/lower/switch", body);
        return { changed: changed ? 1 : 0, kept: 0 };
      }
      const sum: Turned = { changed: 0, kept: 0 };
      let after = "";
      do {
        const part = await api.call("/api/partner/lower/subtree", { ...body, after });
        sum.changed += part.changed;
        sum.kept += part.kept;
        after = part.after;
      } while (after !== "");
      return sum;
    },
    onSettled: useStale(),
  });
