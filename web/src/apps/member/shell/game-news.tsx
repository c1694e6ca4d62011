import { GameNews } from "#features/game/game-news.tsx";
import { usePlay } from "../play.ts";

export function GameNewsPopup() {
  return <GameNews onPlay={usePlay()} />;
}
