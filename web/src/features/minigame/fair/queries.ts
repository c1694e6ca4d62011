import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

export type GamesAnswer = Res<"/api/minigame/games">;

/** The games with the rounds that stand, the last ones, and the beacon. */
export const standsQuery = queryOptions({
  queryKey: ["minigame", "stands"],
  queryFn: ({ signal }) => api.call("/api/minigame/games", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
});

/** All that is public of a round. */
export function roundQuery(game: string, no: number) {
  return queryOptions({
    queryKey: ["minigame", "published", game, no],
    queryFn: ({ signal }) => api.call("/api/minigame/round", { game, no }, { signal, retries: 1 }),
    staleTime: FRESH_MS,
  });
}

/** A page of the rounds of a game that have ended, newest first. */
export function roundsQuery(request: Req<"/api/minigame/rounds">) {
  return queryOptions({
    queryKey: ["minigame", "ended", request],
    queryFn: ({ signal }) => api.call("/api/minigame/rounds", request, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** The pay table of a game. */
export function payTableQuery(gameCode: string) {
  return queryOptions({
    queryKey: ["minigame", "paytable", gameCode],
    queryFn: ({ signal }) => api.call("/api/minigame/rules", { gameCode }, { signal, retries: 1 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The limits of a bet, for members. */
export const stakesQuery = queryOptions({
  queryKey: ["minigame", "stakes"],
  queryFn: ({ signal }) => api.call("/api/bet/sports/limits", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
  meta: { personal: true },
});
