import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { oneOf, searchOf } from "#shared/search.ts";
import { sportsKey, useAct } from "./matches.ts";

type PatternPage = Res<"/api/admin/sports/patterns">;
export type Pattern = PatternPage["list"][number];

/** The kinds of unusual bets. */
export const patternKinds = ["rush", "copied", "late", "sides"] as const;
type Kind = (typeof patternKinds)[number];

/** The list is read again after this time for each page that it shows; the server looks every minute. */
const EVERY_MS = 30_000;

/** Pages of the unusual bets that staff has not settled, the latest first. */
export function patternsQuery(kind: Kind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...sportsKey, "patterns", kind ?? ""],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        "/api/admin/sports/patterns",
        { ...(kind && { kind }), ...(pageParam && { after: pageParam }) },
        { signal, retries: 1 },
      ),
    initialPageParam: null as PatternPage["next"],
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: (query) => pollEvery(EVERY_MS * Math.max(1, query.state.data?.pages.length ?? 1))(query),
    meta: { personal: true },
  });
}

export const useSettlePattern = () =>
  useAct((body: Req<"/api/admin/sports/patterns/settle">) => api.call("/api/admin/sports/patterns/settle", body));

/** Reads the search parameters of the list; all kinds are the default. */
export const patternsSearch = searchOf({ kind: oneOf(patternKinds) });
