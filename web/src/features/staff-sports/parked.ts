import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { oneOf, searchOf } from "#shared/search.ts";
import { sportsKey, useAct } from "./matches.ts";

type ParkedPage = Res<"/api/admin/sports/parked">;
export type Parked = ParkedPage["list"][number];
export type Unknown = Parked["unknown"][number];
type NamesRequest = Req<"/api/admin/sports/names">;

/** Why a change of a feed could not be used. */
export const whys = [
  "unknown_league",
  "unknown_team",
  "unknown_event",
  "other_match",
  "malformed",
  "absurd",
  "crossed",
  "overround",
  "score_back",
  "state_back",
  "market_back",
  "contradicts",
  "staff_decided",
  "early",
  "other_unit",
  "extra_time",
  "too_many",
] as const;
export type Why = (typeof whys)[number];

/** The kinds of things that a change is about. */
export const kinds = ["league", "team", "event", "market", "result", "batch"] as const;

/** The queue is read again after this time for each page that it shows. */
const EVERY_MS = 30_000;

/** Pages of the changes that could not be used, the latest first. */
export function parkedQuery(reason: Why | undefined) {
  return infiniteQueryOptions({
    queryKey: [...sportsKey, "parked", reason ?? ""],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        "/api/admin/sports/parked",
        { ...(reason && { reason }), ...(pageParam && { after: pageParam }) },
        { signal, retries: 1 },
      ),
    initialPageParam: null as ParkedPage["next"],
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: (query) => pollEvery(EVERY_MS * Math.max(1, query.state.data?.pages.length ?? 1))(query),
    meta: { personal: true },
  });
}

/** Our teams or leagues of a sport, in the language shown. */
export function namesQuery(kind: "team" | "league", sport: string, search: string, language: string) {
  const request: NamesRequest = { kind, sport, ...(search && { search }) };
  return queryOptions({
    queryKey: [...sportsKey, "names", language, kind, sport, search],
    queryFn: ({ signal }) => api.call("/api/admin/sports/names", request, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

export const useSettle = () =>
  useAct((body: Req<"/api/admin/sports/parked/settle">) => api.call("/api/admin/sports/parked/settle", body));

/** Reads the search parameters of the queue; all reasons are the default. */
export const parkedSearch = searchOf({ why: oneOf(whys) });
