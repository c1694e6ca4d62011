import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { watched } from "#shared/realtime/watch.ts";
import { putStanding, readAgain, type Standing } from "./games.ts";

function isStanding(value: unknown): value is Standing {
  return (
    typeof value === "object" &&
    value !== null &&
    "game" in value &&
    typeof value.game === "string" &&
    "version" in value &&
    typeof value.version === "number" &&
    "rounds" in value &&
    Array.isArray(value.rounds)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The subscriptions of a page begin within this time of each other; the games are read once for all of them. */
const TOGETHER_MS = 300;

/** The games whose events were missed, and which are about to be read. */
const missed = new WeakMap<QueryClient, Set<string>>();

function miss(client: QueryClient, game: string): void {
  const waiting = missed.get(client);
  if (waiting) {
    waiting.add(game);
    return;
  }
  const games = new Set([game]);
  missed.set(client, games);
  setTimeout(() => {
    missed.delete(client);
    readAgain(client, games);
  }, TOGETHER_MS);
}

/** Keeps where these games stand in the cache as the hub tells it. */
export function useLiveGames(codes: readonly string[]): void {
  const client = useQueryClient();
  const games = codes.join(",");
  useEffect(() => {
    if (games === "") return;
    const ends = games.split(",").map((game) =>
      watched.watch(`/topic/minigame.${game}`, {
        onEvent: ({ cmd, data1, data2 }) => {
          if (cmd !== "ROUND" || data1 !== game) return;
          const stands = parse(data2);
          if (isStanding(stands) && stands.game === game) putStanding(client, stands);
        },
        onResync: () => miss(client, game),
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, games]);
}
