import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";
import { countRead, unreadVersion } from "./unread.ts";

type MessagePage = Res<"/api/board/msgList">;
export type Message = MessagePage["list"][number];

/** The hub's MSG makes every page of the list stale (apps/member/events). */
const listKey = ["message", "list"] as const;

/** A page of the member's messages, newest first. */
export function messageListQuery(page: number, size: number) {
  return queryOptions({
    queryKey: [...listKey, page, size],
    queryFn: ({ signal }) => api.call("/api/board/msgList", { page, count_per_list: size }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
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

/** Marks messages read; no ids stand for all of them. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idxList: number[]) => api.call("/api/board/msgUpdate", { idxList, action: "read" }),
    onMutate: () => unreadVersion(client),
    onSuccess: (_, idxList, since) => {
      const all = idxList.length === 0;
      const changed = markRead(client, ({ idx }) => all || idxList.includes(idx));
      countRead(client, all ? Number.MAX_SAFE_INTEGER : changed, since);
    },
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

/** Takes messages out of sight; no ids stand for all that are read. M002 when one of them is unread. */
export function useDelete() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idxList: number[]) => api.call("/api/board/msgUpdate", { idxList, action: "delete" }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}
