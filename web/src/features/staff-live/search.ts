import { oneOf, searchOf, textOf } from "#shared/search.ts";
import { kinds, type QueueRow } from "./queues.ts";

/** Reads the search parameters of the live page; an absent filter shows everything. */
export const liveSearch = searchOf({ queue: oneOf(kinds), status: oneOf(["new", "held"]), q: textOf });
export type LiveSearch = ReturnType<typeof liveSearch>;

function words(row: QueueRow): string {
  const parts =
    row.kind === "signup"
      ? [row.memId, row.member.memNick, row.member.memName, row.member.phone, row.member.accountNo]
      : [
          row.memId,
          row.cash.memNick,
          row.cash.memName,
          row.cash.depositor,
          row.cash.accountNo,
          String(row.cash.amount),
        ];
  return parts.join("\n").toLocaleLowerCase();
}

/** Whether a row is among what the address asks for. Signups are always new. */
export function matches(row: QueueRow, { status, q }: LiveSearch): boolean {
  if (status !== undefined && (row.kind !== "signup" && row.cash.status === 2 ? "held" : "new") !== status)
    return false;
  return q === undefined || words(row).includes(q.toLocaleLowerCase());
}

/** Names compared as banks do: without regard to case and spaces (S-25). */
export function sameName(a: string, b: string): boolean {
  const fold = (name: string) => name.normalize("NFKC").toLocaleLowerCase().replace(/\s+/g, "");
  return fold(a) === fold(b);
}
