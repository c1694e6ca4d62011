import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

export const unreadKey = ["message", "unread"] as const;

interface Unread {
  count: number;
  version: number;
}

/** Puts the number of unread messages in place unless a newer one is shown. Version 0 comes from answers without one. */
export function putUnread(client: QueryClient, next: Unread): void {
  client.setQueryData<Unread>(unreadKey, (shown) =>
    shown !== undefined && next.version !== 0 && shown.version > next.version ? shown : next,
  );
}

/** The version of the number that is shown; 0 until one is known. Taken before a call that reads messages. */
export function unreadVersion(client: QueryClient): number {
  return client.getQueryData<Unread>(unreadKey)?.version ?? 0;
}

/**
 * Subtracts the messages that this page just read, unless the hub sent a newer number since the call began: that number already
 * includes them. A later number of the hub replaces this one.
 */
export function countRead(client: QueryClient, read: number, since: number): void {
  client.setQueryData<Unread>(unreadKey, (shown) =>
    shown && shown.version === since ? { ...shown, count: Math.max(0, shown.count - read) } : shown,
  );
}

/** How many messages wait; 0 until it is known. Never fetches: session and socket feed it. */
export function useUnread(): number {
  return useQuery<Unread>({ queryKey: unreadKey, queryFn: skipToken, meta: { personal: true } }).data?.count ?? 0;
}
