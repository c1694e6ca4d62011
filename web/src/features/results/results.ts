import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { dayOf, idOf, searchOf, textOf } from "#shared/search.ts";
import { isSport } from "#shared/sports/sports.ts";

type ResultPage = Res<"/api/sports/results">;
export type MatchResult = ResultPage["list"][number];

/** The product's pages of results, each for some kinds of market. */
export const views = {
  winloose: ["1x2", "winner"],
  handy: ["handicap"],
  underover: ["total"],
  special: ["btts", "correct_score", "odd_even"],
} as const;
export type View = keyof typeof views;
export const viewNames: readonly View[] = ["winloose", "handy", "underover", "special"];

export const LONGEST = 40;

/** Reads the search of a page of results: the sport, the league, a day on the site's clock, words. */
export const resultSearch = searchOf({
  sport: (value) => (isSport(value) ? value : undefined),
  league: idOf,
  day: dayOf,
  q: (value) => textOf(value)?.slice(0, LONGEST),
});
export type ResultSearch = ReturnType<typeof resultSearch>;

const DAY_MS = 86_400_000;

/** The moment at which a day of the calendar begins in a time zone. */
export function dayBegins(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const ahead = Date.parse(`${clock.format(noon).replace(" ", "T")}Z`) - noon.getTime();
  return new Date(Date.parse(`${day}T00:00:00Z`) - ahead);
}

/** The results of a search as the api takes them. */
export function resultsRequest({ sport, league, day, q }: ResultSearch, timeZone: string) {
  const from = day === undefined ? undefined : dayBegins(day, timeZone);
  return {
    count: 50,
    ...(sport && { sport }),
    ...(league && { leagueIdx: league }),
    ...(q && { search: q }),
    ...(from && { fromAt: from.toISOString(), toAt: new Date(from.getTime() + DAY_MS).toISOString() }),
  };
}

type ResultsRequest = Omit<Req<"/api/sports/results">, "after">;

/** Pages of results, the latest match first. */
export function resultsQuery(request: ResultsRequest, language: string) {
  return infiniteQueryOptions({
    queryKey: ["sports", "results", language, request],
    queryFn: ({ signal, pageParam }) =>
      api.call("/api/sports/results", { ...request, ...(pageParam && { after: pageParam }) }, { signal, retries: 1 }),
    initialPageParam: null as ResultPage["next"],
    getNextPageParam: ({ next }) => next,
    staleTime: 30_000,
  });
}
