import { dayOf, idOf, pageOf, searchOf, sizeOf, textOf } from "#shared/search.ts";

/** Reads the search of the pages on fairness and on what is paid: a game, or a round of it that is to be checked. */
export const fairSearch = searchOf({ game: textOf, no: idOf });
export type FairSearch = ReturnType<typeof fairSearch>;

/** Reads the search of the results of draws: the game, the days, the page. */
export const drawResultSearch = searchOf({
  game: textOf,
  from: dayOf,
  to: dayOf,
  page: pageOf,
  size: sizeOf,
});
export type DrawResultSearch = ReturnType<typeof drawResultSearch>;
