import type { Days } from "#shared/days.ts";
import { dayOf, oneOf, pageOf, searchOf, sizeOf, textOf } from "#shared/search.ts";

/** The groups whose bets the api knows. */
export const betGroups = ["slot", "casino", "sports", "minigame", "fishing", "virtual"] as const;

/** The text of a group; undefined for one that the product does not have. */
export function groupText(group: string): `group.${(typeof betGroups)[number]}` | undefined {
  const known = betGroups.find((one) => one === group);
  return known && `group.${known}`;
}

/**
 * Reads the search parameters of the history. oldYn Y means bets older than three months (D-44); mode betting is the product's name
 * for bets that are still open.
 */
export const betSearch = searchOf({
  gameType: oneOf(betGroups),
  vendor: textOf,
  mode: oneOf(["betting"]),
  oldYn: oneOf(["Y"]),
  from: dayOf,
  to: dayOf,
  page: pageOf,
  size: sizeOf,
});
export type BetSearch = ReturnType<typeof betSearch>;

/** The address after other days, on the same side of three months; the page starts again. */
export function withDays({ from: _, to: __, ...search }: BetSearch, days: Days): BetSearch {
  return betSearch({ ...search, ...days, page: 1 });
}

/** The address on the other side of three months, where other days are. */
export function withAge(search: BetSearch, old: boolean): BetSearch {
  return withDays(betSearch({ ...search, oldYn: old ? "Y" : "N" }), {});
}

/** The address after another group; its studios are others. */
export function withGroup(search: BetSearch, group: string): BetSearch {
  return betSearch({ ...search, page: 1, gameType: group, vendor: undefined });
}
