import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { api, type Res } from "#shared/api/client.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { pageOf, searchOf } from "#shared/search.ts";
import { noticesKey } from "#shared/staff/keys.ts";
import { statusKey } from "#shared/staff/status.ts";

export type Notice = Res<"/api/admin/notice/list">["list"][number];

const PER_PAGE = 50;
const LIVE_MS = 60_000;
const DOWN_MS = 10_000;

export const noticesSearch = searchOf({ page: pageOf });

/** A page of the notices as the hub keeps it current; while the line is down it is asked for every 10 s. */
export function useNotices(page: number) {
  const live = useAtomValue(connectionAtom) === "live";
  return useQuery({
    queryKey: [...noticesKey, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/notice/list", { page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
    refetchInterval: live ? LIVE_MS : DOWN_MS,
  });
}

/** The notices of a page, from the oldest to the newest, when one of them is new to the reader. */
export function newOn(list: readonly Pick<Notice, "idx" | "seen">[]): { newest: number; oldest: number } | undefined {
  if (list.every(({ seen }) => seen)) return undefined;
  const all = list.map(({ idx }) => idx);
  return { newest: Math.max(...all), oldest: Math.min(...all) };
}

/** Notes that the caller has seen the notices of a page, from the oldest to the newest. */
export function useSee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ newest, oldest }: { newest: number; oldest: number }) =>
      api.call("/api/admin/notice/see", { idx: newest, oldestIdx: oldest }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: noticesKey }),
        client.invalidateQueries({ queryKey: statusKey }),
      ]),
  });
}
