import { dayOf, idOf, pageOf, searchOf, sizeOf, textOf } from "#shared/search.ts";

/** Reads the search of the pages on fairness, pay tables and results: a game, a round of it, the days, the page. */
export const drawSearch = searchOf({ game: textOf, no: idOf, from: dayOf, to: dayOf, page: pageOf, size: sizeOf });
export type DrawSearch = ReturnType<typeof drawSearch>;
