import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";
import { detailsKey } from "#shared/staff/keys.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import { statusKey } from "#shared/staff/status.ts";

export type Change = Res<"/api/admin/details/list">["list"][number];

const states = ["open", "done", "refused", "withdrawn", "over"] as const;

export function stateOf(change: Change): (typeof states)[number] {
  return states.find((state) => state === change.state) ?? "open";
}

export function kindOf({ kind }: Change): "phone" | "account" {
  return kind === "phone" ? "phone" : "account";
}

const PER_PAGE = 50;
const LIVE_MS = 60_000;
const DOWN_MS = 10_000;

/** The parts of the page; the changes that wait are the default. */
export const detailsSearch = searchOf({ part: oneOf(["all"]), page: pageOf });

/** A page of the changes as the hub keeps it current; while the line is down it is asked for every 10 s. */
export function useChanges(all: boolean, page: number) {
  const live = useAtomValue(connectionAtom) === "live";
  return useQuery({
    queryKey: [...detailsKey, all, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/details/list", { all, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
    refetchInterval: live ? LIVE_MS : DOWN_MS,
  });
}

/** The usual reasons of a refusal, in the language of the page and in that of the member. */
export function reasonsQuery(lang: string, memberLang: string) {
  return queryOptions({
    queryKey: ["details-reasons", lang, memberLang],
    queryFn: ({ signal }) => api.call("/api/admin/details/reasons", { lang, memberLang }, { signal, retries: 1 }),
  });
}

/** A decision about a change; after it, and after a refusal of the server, the list is asked for again. */
function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: statusKey });
      return client.invalidateQueries({ queryKey: detailsKey });
    },
  });
}

export const useApproveChange = () =>
  useAct((body: Req<"/api/admin/details/approve">) => orAsked(api.call("/api/admin/details/approve", body)));
export const useRefuseChange = () =>
  useAct((body: Req<"/api/admin/details/refuse">) => api.call("/api/admin/details/refuse", body));
