import { dayOf, idOf, pageOf, searchOf, sizeOf, textOf } from "#shared/search.ts";

/** Reads the search parameters of a board: what titles are looked for, the part of the board, the days, and the page. */
export const postSearch = searchOf({ q: textOf, part: textOf, from: dayOf, to: dayOf, page: pageOf, size: sizeOf });
export type PostSearch = ReturnType<typeof postSearch>;

/** Reads the search parameters of the FAQ: what is looked for, the topic, and the question whose answer is open. */
export const faqSearch = searchOf({ q: textOf, topic: textOf, open: idOf });
export type FaqSearch = ReturnType<typeof faqSearch>;
