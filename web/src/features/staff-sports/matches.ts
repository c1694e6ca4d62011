import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import { oneOf, searchOf, textOf } from "#shared/search.ts";
import { sports } from "#shared/sports/sports.ts";
import { orAsked } from "#shared/staff/second-person.ts";

type MatchPage = Res<"/api/admin/sports/matches">;
export type Match = MatchPage["list"][number];

/** The lists of matches, by their words in the address. */
export const states = ["live", "upcoming", "unsettled", "held", "lost", "otherwise", "over"] as const;
export type State = (typeof states)[number];

export const sportsKey = ["sports-office"] as const;
const matchesKey = [...sportsKey, "matches"] as const;

/** A list is read again after this time for each page that it shows. */
const EVERY_MS = 15_000;

/** Pages of the matches in a state, by their start. */
export function matchesQuery(state: State, sport: string | undefined, search: string) {
  return infiniteQueryOptions({
    queryKey: [...matchesKey, state, sport ?? "", search],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        "/api/admin/sports/matches",
        { state, ...(sport && { sport }), ...(search && { search }), ...(pageParam && { after: pageParam }) },
        { signal, retries: 1 },
      ),
    initialPageParam: null as MatchPage["next"],
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: (query) => pollEvery(EVERY_MS * Math.max(1, query.state.data?.pages.length ?? 1))(query),
    meta: { personal: true },
  });
}

/** Returns a match as it was read last; undefined once no list has it. */
export function readMatch(client: QueryClient, eventIdx: number): Match | undefined {
  const lists = client.getQueriesData<InfiniteData<MatchPage>>({ queryKey: matchesKey, type: "active" });
  return lists
    .flatMap(([, data]) => data?.pages.flatMap(({ list }) => list) ?? [])
    .find((match) => match.eventIdx === eventIdx);
}

/** After a change, and after a refusal of the server, the lists are read again before the caller hears of it. */
export function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: sportsKey }) });
}

export const useHold = () => useAct((body: Req<"/api/admin/sports/hold">) => api.call("/api/admin/sports/hold", body));

/** Enters or corrects a result, and returns "asked" if it waits for a second person. */
export const useEnterResult = () =>
  useAct((body: Req<"/api/admin/sports/result">) => orAsked(api.call("/api/admin/sports/result", body)));

/** Reads the search parameters of the matches; live ones are the default. */
export const matchesSearch = searchOf({
  state: oneOf(["upcoming", "unsettled", "held", "lost", "otherwise", "over"]),
  sport: oneOf(sports),
  q: textOf,
});
