import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";
import type { CatalogGame } from "./catalog.ts";
import { gameId } from "./shelf.ts";

/** The jackpots that a group of games fills together, as their provider last said. */
export type JackpotGroup = Res<"/api/main/jackpots">["list"][number];

/** The site's workers ask the providers every few seconds. */
const JACKPOT_MS = 15_000;

/** The jackpots of the games that the site offers; none while their providers are silent. */
export const jackpotsQuery = queryOptions({
  queryKey: ["game", "jackpots"],
  queryFn: async ({ signal }) => (await api.call("/api/main/jackpots", {}, { signal, retries: 1 })).list,
  staleTime: JACKPOT_MS,
  refetchInterval: pollEvery(JACKPOT_MS),
});

/** Returns whether a game takes part in a jackpot, as far as the page that shows it has asked. */
export function useHasJackpot(): (game: CatalogGame) => boolean {
  const { data = [] } = useQuery({ ...jackpotsQuery, enabled: false });
  return (game) => data.some(({ games }) => games.some((other) => gameId(other) === gameId(game)));
}
