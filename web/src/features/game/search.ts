import { finder } from "#shared/find.ts";
import { searchOf, textOf } from "#shared/search.ts";
import type { CatalogGame } from "./catalog.ts";

/** The games that have every word of the query in a name, Korean or English, or in the studio's. */
export function findGames(games: CatalogGame[], studioOf: (procId: string) => string, query: string): CatalogGame[] {
  const found = finder(query);
  return games.filter((game) => found(`${game.name_KOR} ${game.name_ENG} ${studioOf(game.procId)}`));
}

export const LONGEST = 40;

/** Reads the search parameters of a page of games: what is searched for, and the studio. */
export const pickerSearch = searchOf({ q: (value) => textOf(value)?.slice(0, LONGEST), studio: textOf });
export type PickerSearch = ReturnType<typeof pickerSearch>;
