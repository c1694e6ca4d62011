import { type QueryClient, useQuery } from "@tanstack/react-query";

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

/** How many messages wait; 0 until it is known. */
export function useUnread(): number {
  return useQuery<Unread>({ queryKey: unreadKey, enabled: false, meta: { personal: true } }).data?.count ?? 0;
}
