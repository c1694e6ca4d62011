import { oneOf, searchOf, textOf } from "#shared/search.ts";
import { kinds, type QueueRow } from "./queues.ts";

/** Reads the search parameters of the live page; an absent filter shows everything. */
export const liveSearch = searchOf({ queue: oneOf(kinds), status: oneOf(["new", "held"]), q: textOf });
export type LiveSearch = ReturnType<typeof liveSearch>;

function words(row: QueueRow): string {
  const parts =
    row.kind === "signup" ? [row.memId, row.member.memNick] : [row.memId, row.cash.memNick, String(row.cash.amount)];
  return parts.join("\n").toLocaleLowerCase();
}

/** Whether a row is among what the address asks for. Signups are always new. `found` are those that the server found by names and numbers. */
export function matches(row: QueueRow, { status, q }: LiveSearch, found: ReadonlySet<string>): boolean {
  if (status !== undefined && (row.kind !== "signup" && row.cash.status === 2 ? "held" : "new") !== status)
    return false;
  return q === undefined || words(row).includes(q.toLocaleLowerCase()) || found.has(row.key);
}
