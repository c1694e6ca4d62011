import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

const unreadKey = ["message", "unread"] as const;

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

/** What this page read itself is counted at once; the hub's own number follows and wins. */
export function countRead(client: QueryClient, read: number): void {
  client.setQueryData<Unread>(unreadKey, (shown) => shown && { ...shown, count: Math.max(0, shown.count - read) });
}

/** How many messages wait; 0 until it is known. Never fetches: session and socket feed it. */
export function useUnread(): number {
  return useQuery<Unread>({ queryKey: unreadKey, queryFn: skipToken, meta: { personal: true } }).data?.count ?? 0;
}
