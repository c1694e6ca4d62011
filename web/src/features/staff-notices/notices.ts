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

/** Notes that the caller has seen the notices up to one. */
export function useSee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (idx: number) => api.call("/api/admin/notice/see", { idx }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: noticesKey }),
        client.invalidateQueries({ queryKey: statusKey }),
      ]),
  });
}
