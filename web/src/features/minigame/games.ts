import { keepPreviousData, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

type Answer = Res<"/api/minigame/games">;

export type MinigameGame = Answer["games"][number];
/** Where a game stands: its rounds that have not ended, the oldest first, and the last one that has. */
export type Standing = MinigameGame["stands"];
export type Round = Standing["rounds"][number];
export type Market = Res<"/api/minigame/rules">["markets"][number];
export type DrawBet = Res<"/api/minigame/bets">["list"][number];

/** The games with how far the server's clock is ahead of this device's, in ms. */
export interface Games {
  aheadMs: number;
  beacon: Answer["beacon"];
  games: MinigameGame[];
}

const gamesKey = ["minigame", "games"] as const;
const roundsKey = ["minigame", "rounds"] as const;

/** Of an answer and what events brought while it was on its way, the newer standing of each game. */
function withEvents(answer: readonly MinigameGame[], before: Games | undefined, now: Games | undefined) {
  const of = (data: Games | undefined, code: string) => data?.games.find((one) => one.code === code)?.stands;
  return answer.map((game) => {
    const event = of(now, game.code);
    const came = event !== undefined && event !== of(before, game.code);
    return came && event.version > game.stands.version ? { ...game, stands: event } : game;
  });
}

/** All games and where they stand. Events of the hub keep it up to date; it is not polled. */
export const gamesQuery = queryOptions({
  queryKey: gamesKey,
  queryFn: async ({ signal, client }): Promise<Games> => {
    const before = client.getQueryData<Games>(gamesKey);
    const asked = performance.now();
    const answer = await api.call("/api/minigame/games", {}, { signal });
    // The answer was written about half the way ago.
    const aheadMs = Math.round(Date.parse(answer.now) + (performance.now() - asked) / 2 - Date.now());
    return {
      aheadMs,
      beacon: answer.beacon,
      games: withEvents(answer.games, before, client.getQueryData<Games>(gamesKey)),
    };
  },
  // A call that the client repeats would be measured with its first try.
  retry: 1,
});

/** How many rounds the records are made of. */
const RECORDED = 100;

/** The last rounds of a game that have ended, the newest first. */
export function recordsQuery(game: string) {
  return queryOptions({
    queryKey: [...roundsKey, game],
    queryFn: async ({ signal }) => {
      const request = { gameCode: game, page: 1, count_per_list: RECORDED };
      return (await api.call("/api/minigame/rounds", request, { signal, retries: 1 })).list;
    },
  });
}

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

/** The member's bets of the last day on a game, the newest first. */
export function drawBetsQuery(game: string) {
  return queryOptions({
    queryKey: ["bet", "draws", game],
    queryFn: async ({ signal }) =>
      (await api.call("/api/minigame/bets", { gameCode: game }, { signal, retries: 1 })).list,
    meta: { personal: true },
  });
}

/** Writes a standing that an event brought; an older one than the page has changes nothing. */
export function putStanding(client: QueryClient, stands: Standing): void {
  let newer = false;
  client.setQueryData<Games>(gamesKey, (data) => {
    const known = data?.games.find(({ code }) => code === stands.game);
    if (!data || !known || known.stands.version >= stands.version) return data;
    newer = true;
    return { ...data, games: data.games.map((game) => (game === known ? { ...game, stands } : game)) };
  });
  const { last } = stands;
  if (!newer || !last) return;
  client.setQueryData<Round[]>([...roundsKey, stands.game], (list) =>
    list?.every(({ no }) => no !== last.no)
      ? [last, ...list].toSorted((a, b) => b.no - a.no).slice(0, RECORDED) // a late round comes after higher ones
      : list,
  );
}

/** What is not told by events was missed: rounds may have ended meanwhile. */
export function readAgain(client: QueryClient, games: ReadonlySet<string>): void {
  void client.invalidateQueries({ queryKey: gamesKey });
  for (const game of games) void client.invalidateQueries({ queryKey: [...roundsKey, game] });
}

/** The server's time in ms, by the offset that the last answer had. */
export function useServerNow(): () => number {
  const aheadMs = useQuery({ ...gamesQuery, select: (data) => data.aheadMs }).data ?? 0;
  return useCallback(() => Date.now() + aheadMs, [aheadMs]);
}
