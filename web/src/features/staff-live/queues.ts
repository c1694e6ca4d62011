import { queryOptions, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { api, type Res } from "#shared/api/client.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { type MemberRow, membersKey } from "#shared/staff/members.ts";

export const kinds = ["signup", "in", "out", "pt"] as const;
/** The queues, by the names that the hub gives them. */
export type Kind = (typeof kinds)[number];

export function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}

/** The queues of requests that move money: deposits, withdrawals, and withdrawals of partners. */
export type CashKind = Exclude<Kind, "signup">;

export type CashRequest = Res<"/api/admin/cash/list">["list"][number];

/**
 * One thing that waits for staff, whatever its kind. `key` is unique over all queues, even when ids are given out again after a restore
 * of the database; `at` is since when it waits.
 */
export type QueueRow = { key: string; at: string; memId: string } & (
  | { kind: "signup"; member: MemberRow }
  | { kind: CashKind; cash: CashRequest }
);

interface Queue {
  rows: QueueRow[];
  /** How many wait; more than the rows when the queue is longer than what is loaded. */
  total: number;
}

export function queueKey(kind: Kind) {
  return ["queue", kind] as const;
}

const PER_CALL = 100;
/** A queue longer than this has other troubles than its display. */
const MOST_CALLS = 5;

/** Every page of a list, up to a bound. */
async function all<Row>(
  load: (page: number) => Promise<{ list: Row[]; pageInfo: { pages: number; total: number } }>,
): Promise<{ list: Row[]; total: number }> {
  const list: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await load(page);
    list.push(...answer.list);
    if (page >= Math.min(answer.pageInfo.pages, MOST_CALLS)) return { list, total: answer.pageInfo.total };
  }
}

const rowsOf = {
  signup: (list: MemberRow[]): QueueRow[] =>
    list.map((member) => ({
      key: `signup:${member.memId}`,
      kind: "signup",
      at: member.joinedAt,
      memId: member.memId,
      member,
    })),
  cash: (kind: CashKind, list: CashRequest[]): QueueRow[] =>
    list.map((cash) => ({
      key: `${kind}:${cash.idx}:${cash.requestedAt}`,
      kind,
      at: cash.requestedAt,
      memId: cash.memId,
      cash,
    })),
};

/** Reads the rows of a queue; with a text only those that the server finds by it. */
async function load(kind: Kind, search: string, signal: AbortSignal): Promise<Queue> {
  if (kind === "signup") {
    const { list, total } = await all((page) =>
      api.call("/api/admin/member/list", { status: "pending", search, page, count_per_list: PER_CALL }, { signal }),
    );
    return { total, rows: rowsOf.signup(list) };
  }
  const { list, total } = await all((page) =>
    api.call(
      "/api/admin/cash/list",
      { cashType: kind, status: [0, 2], search, page, count_per_list: PER_CALL },
      { signal },
    ),
  );
  return { total, rows: rowsOf.cash(kind, list) };
}

/** One queue, everything in it that waits. */
function queueQuery(kind: Kind) {
  return queryOptions({
    queryKey: queueKey(kind),
    queryFn: ({ signal }) => load(kind, "", signal),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** A text that is shorter is a part of an ID or amount, and no name or number. */
const LEAST = 2;

/** The keys of the rows whose name, phone or account number is the text, or its last four digits: these are masked here. */
export function useFound(kind: Kind, text: string, allowed: boolean): ReadonlySet<string> {
  const found = useQuery({
    queryKey: [...queueKey(kind), "found", text],
    queryFn: ({ signal }) => load(kind, text, signal),
    staleTime: 0,
    enabled: allowed && text.length >= LEAST,
    meta: { personal: true },
  }).data?.rows;
  return useMemo(() => new Set(found?.map(({ key }) => key)), [found]);
}

const LIVE_MS = 60_000;
const DOWN_MS = 10_000;

/** The queue as the hub keeps it current; while the line is down it is asked for every 10 s. */
export function useQueue(kind: Kind, allowed: boolean) {
  const live = useAtomValue(connectionAtom) === "live";
  return useQuery({
    ...queueQuery(kind),
    enabled: allowed,
    refetchInterval: live ? LIVE_MS : DOWN_MS,
    refetchIntervalInBackground: true,
  });
}

/** Returns the query of the facts behind a decision about a cash request. Any decision about a member may change them. */
export function backgroundQuery(idx: number) {
  return queryOptions({
    queryKey: [...membersKey, "background", idx],
    queryFn: ({ signal }) => api.call("/api/admin/cash/background", { idx }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Returns the current state of a row that was selected before; `gone` when it left the queue. Never fetches. */
export function useLatest(row: QueueRow): { row: QueueRow; gone: boolean } {
  const queue = useQuery({ ...queueQuery(row.kind), enabled: false }).data;
  const now = queue?.rows.find((other) => other.key === row.key);
  return { row: now ?? row, gone: queue !== undefined && now === undefined };
}
