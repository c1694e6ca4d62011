import { createContext, type ReactNode, useContext } from "react";
import type { GameHolder } from "#features/game/holder.ts";

const GamesContext = createContext<GameHolder | null>(null);

export function GamesProvider({ games, children }: { games: GameHolder; children: ReactNode }) {
  return <GamesContext value={games}>{children}</GamesContext>;
}

/** The page's game window. */
export function useGames(): GameHolder {
  const games = useContext(GamesContext);
  if (!games) throw new Error("GamesProvider is missing");
  return games;
}
