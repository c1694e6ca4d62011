import { historyRequest } from "#shared/days.ts";
import { drawGames } from "#shared/minigame/games.ts";
import { dayOf, oneOf, pageOf, searchOf, sizeOf } from "#shared/search.ts";

/** Reads the search of the results of draws: the game, the days, the page. */
export const drawResultSearch = searchOf({
  game: oneOf(drawGames),
  from: dayOf,
  to: dayOf,
  page: pageOf,
  size: sizeOf,
});
export type DrawResultSearch = ReturnType<typeof drawResultSearch>;

/** The results of a search as the api takes them; without a game those of the first. */
export function drawResultRequest({ game, ...search }: DrawResultSearch) {
  return { gameCode: game ?? drawGames[0], ...historyRequest(search) };
}
