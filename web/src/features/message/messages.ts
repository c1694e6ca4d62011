import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { countRead, unreadVersion } from "./unread.ts";

type MessagePage = Res<"/api/board/msgList">;
export type Message = MessagePage["list"][number];

/** The hub's MSG makes every page of the list stale (apps/member/events). */
const listKey = ["message", "list"] as const;

/** A page of the member's messages, newest first. */
export function messageListQuery(page: number) {
  return queryOptions({
    queryKey: [...listKey, page],
    queryFn: ({ signal }) => api.call("/api/board/msgList", { page }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

function markRead(client: QueryClient, isRead: (message: Message) => boolean): number {
  let changed = 0;
  client.setQueriesData<MessagePage>({ queryKey: listKey }, (page) => {
    if (!page) return page;
    const list = page.list.map((message) => {
      if (message.read || !isRead(message)) return message;
      changed++;
      return { ...message, read: true };
    });
    return { ...page, list };
  });
  return changed;
}

/** One message. Reading it marks it read, on the server and in what is shown. */
export function messageQuery(client: QueryClient, idx: number) {
  return queryOptions({
    queryKey: ["message", "one", idx],
    queryFn: async ({ signal }) => {
      const since = unreadVersion(client);
      const message = await api.call("/api/board/msgRead", { boardIdx: idx }, { signal, retries: 1 });
      countRead(
        client,
        markRead(client, (shown) => shown.idx === idx),
        since,
      );
      return message;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { personal: true },
  });
}

/** Marks every message read: no ids stand for all of them. */
export function useReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call("/api/board/msgUpdate", { idxList: [], action: "read" }),
    onMutate: () => unreadVersion(client),
    onSuccess: (_, __, since) => {
      markRead(client, () => true);
      countRead(client, Number.MAX_SAFE_INTEGER, since);
    },
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

/** Takes a message out of sight; M002 when it is unread. */
export function useDelete() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idx: number) => api.call("/api/board/msgUpdate", { idxList: [idx], action: "delete" }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}
