import { queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { sportsKey, useAct } from "./matches.ts";

export type Feed = Res<"/api/admin/sports/feeds">["list"][number];

const EVERY_MS = 30_000;

/** The feeds whose numbers went back within a day. */
export const feedsQuery = queryOptions({
  queryKey: [...sportsKey, "feeds"],
  queryFn: ({ signal }) => api.call("/api/admin/sports/feeds", {}, { signal, retries: 1 }),
  staleTime: 0,
  refetchInterval: pollEvery(EVERY_MS),
  meta: { personal: true },
});

export const useRestartFeed = () =>
  useAct((body: Req<"/api/admin/sports/feeds/restart">) => api.call("/api/admin/sports/feeds/restart", body));
