import { historyRequest } from "#shared/days.ts";
import { drawGames } from "#shared/minigame/games.ts";
import type { DrawSearch } from "../search.ts";

/** The results of a search as the api takes them; without a game those of the first. */
export function drawResultRequest({ game, ...search }: DrawSearch) {
  return { gameCode: game ?? drawGames[0], ...historyRequest(search) };
}
