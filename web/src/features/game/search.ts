import { searchOf, textOf } from "#shared/search.ts";
import type { CatalogGame } from "./catalog.ts";

/** Letters without their marks and case, so that "den long" finds "đèn lồng"; Korean syllables match while they are typed. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();
}

/** The games that have every word of the query in a name, Korean or English, or in the studio's. */
export function findGames(games: CatalogGame[], studioOf: (procId: string) => string, query: string): CatalogGame[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    const text = plain(`${game.name_KOR} ${game.name_ENG} ${studioOf(game.procId)}`);
    return words.every((word) => text.includes(word));
  });
}

const LONGEST = 40;

/** Reads the picker's search parameters; the studio is part of the path. */
export const pickerSearch = searchOf({ q: (value) => textOf(value)?.slice(0, LONGEST) });
export type PickerSearch = ReturnType<typeof pickerSearch>;
