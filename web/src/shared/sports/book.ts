import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "../api/client.ts";
import { pollEvery } from "../query.ts";

/** A match with its prices. */
export type Match = Res<"/api/sports/match">;
export type Market = Match["markets"][number];

export type Progress = Match["progress"];
export type SportNode = Res<"/api/sports/tree">["sports"][number];
type MatchesRequest = Omit<Req<"/api/sports/matches">, "after">;
export type MatchPage = Res<"/api/sports/matches">;

export const matchesKey = ["sports", "matches"] as const;
export const matchKey = ["sports", "match"] as const;

/** Prices that nothing tells the page of are older than this only for a moment. */
const FRESH_MS = 5_000;
/** The tree has figures only; matches begin and end at every minute. */
const TREE_MS = 30_000;

/** The sports and leagues that have matches. The names come in the language asked for. */
export function treeQuery(language: string) {
  return queryOptions({
    queryKey: ["sports", "tree", language],
    queryFn: ({ signal }) => api.call("/api/sports/tree", {}, { signal, retries: 1 }),
    staleTime: TREE_MS,
    refetchInterval: pollEvery(TREE_MS),
  });
}

/** Pages of matches. */
export function matchesQuery(request: MatchesRequest, language: string) {
  return infiniteQueryOptions({
    queryKey: [...matchesKey, language, request],
    queryFn: ({ signal, pageParam }) =>
      api.call("/api/sports/matches", { ...request, ...(pageParam && { after: pageParam }) }, { signal, retries: 1 }),
    initialPageParam: null as MatchPage["next"],
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
  });
}

/** One match with all its markets. G006: there is none. */
export function matchQuery(eventIdx: number, language: string) {
  return queryOptions({
    queryKey: [...matchKey, language, eventIdx],
    queryFn: ({ signal }) => api.call("/api/sports/match", { eventIdx }, { signal, retries: 1 }),
    staleTime: FRESH_MS,
  });
}
