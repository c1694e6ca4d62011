import { useSyncExternalStore } from "react";
import { GameMoneyStrip } from "#features/game/game-money-strip.tsx";
import { useGames } from "../games-context.tsx";

/** The strip about money in games, with what this page knows of a game that is open. */
export function GameMoney() {
  const games = useGames();
  return <GameMoneyStrip playing={useSyncExternalStore(games.subscribe, games.current) !== null} />;
}
