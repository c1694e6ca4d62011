import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";
import { resetsKey } from "#shared/staff/keys.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import { statusKey } from "#shared/staff/status.ts";

export type Reset = Res<"/api/admin/reset/list">["list"][number];

const states = ["open", "confirmed", "refused", "done", "over"] as const;

export function stateOf(request: Reset): (typeof states)[number] {
  return states.find((state) => state === request.state) ?? "open";
}

export function secretOf({ secret }: Reset): "password" | "pin" {
  return secret === "pin" ? "pin" : "password";
}

const PER_PAGE = 50;
const LIVE_MS = 60_000;
const DOWN_MS = 10_000;

/** The parts of the page; the requests that wait are the default. */
export const resetsSearch = searchOf({ part: oneOf(["all"]), page: pageOf });

/** A page of the requests as the hub keeps it current; while the line is down it is asked for every 10 s. */
export function useResets(all: boolean, page: number) {
  const live = useAtomValue(connectionAtom) === "live";
  return useQuery({
    queryKey: [...resetsKey, all, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/reset/list", { all, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
    refetchInterval: live ? LIVE_MS : DOWN_MS,
  });
}

/** A decision about a request; after it, and after a refusal of the server, the list is asked for again. */
function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: statusKey });
      return client.invalidateQueries({ queryKey: resetsKey });
    },
  });
}

export const useConfirmReset = () =>
  useAct((body: Req<"/api/admin/reset/confirm">) => orAsked(api.call("/api/admin/reset/confirm", body)));
export const useRefuseReset = () =>
  useAct((body: Req<"/api/admin/reset/refuse">) => api.call("/api/admin/reset/refuse", body));
