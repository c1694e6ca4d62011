import { useSyncExternalStore } from "react";
import { GameChip } from "#features/game/game-chip.tsx";
import { useGames } from "../games-context.tsx";

/** The chip of the game that is open, if one is. */
export function OpenGame() {
  const games = useGames();
  const held = useSyncExternalStore(games.subscribe, games.current);
  if (!held) return null;
  return <GameChip held={held} onFocus={() => games.focus()} onLeave={() => games.leave()} />;
}
