import { dayOf, pageOf, searchOf, sizeOf, textOf } from "#shared/search.ts";

/** Reads the search parameters of a board: what titles are looked for, the part of the board, the days, and the page. */
export const postSearch = searchOf({ q: textOf, part: textOf, from: dayOf, to: dayOf, page: pageOf, size: sizeOf });
export type PostSearch = ReturnType<typeof postSearch>;
