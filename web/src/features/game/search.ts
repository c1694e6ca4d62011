import { searchOf, textOf } from "#shared/search.ts";
import type { CatalogGame } from "./catalog.ts";

/** Letters without their marks and case, so that "den long" finds "đèn lồng"; Korean syllables match while they are typed. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();
}

/** The first letter of each Korean syllable: Koreans look names up by them ("ㄷㅎㅇㄹ" finds "달항아리"). */
function initials(name: string): string {
  return (name.normalize("NFD").match(/[\u1100-\u1112]/g) ?? []).join("");
}

/** The games that have every word of the query in a name, Korean or English, or in the studio's. */
export function findGames(games: CatalogGame[], studioOf: (procId: string) => string, query: string): CatalogGame[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    const text = `${plain(`${game.name_KOR} ${game.name_ENG} ${studioOf(game.procId)}`)} ${initials(game.name_KOR)}`;
    return words.every((word) => text.includes(word));
  });
}

export const LONGEST = 40;

/** Reads the search parameters of a page of games: what is searched for, and the studio. */
export const pickerSearch = searchOf({ q: (value) => textOf(value)?.slice(0, LONGEST), studio: textOf });
export type PickerSearch = ReturnType<typeof pickerSearch>;
