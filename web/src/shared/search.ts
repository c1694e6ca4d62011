/** Reads one part of an address; undefined is the default, which is left out. */
type Read = (value: unknown) => unknown;

type SearchOf<Parts extends Record<string, Read>> = {
  [Name in keyof Parts]?: Exclude<ReturnType<Parts[Name]>, undefined>;
};

/**
 * Returns a function that reads the search of an address by its named parts, for a route's validateSearch and for useSearch.
 * Nonsense becomes the default and defaults are left out, so a view has one address.
 */
export function searchOf<Parts extends Record<string, Read>>(parts: Parts) {
  return (search: Record<string, unknown>): SearchOf<Parts> =>
    Object.fromEntries(
      Object.entries(parts)
        .map(([name, read]) => [name, read(search[name])])
        .filter(([, value]) => value !== undefined),
    );
}

/** A text; a text of digits is a number in the address. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** A whole number above 0, as IDs are. */
export function idOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A page of a list; the first one is the default. */
export function pageOf(value: unknown): number | undefined {
  const number = idOf(value);
  return number === 1 ? undefined : number;
}

/** A day of the calendar, yyyy-MM-dd. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^20\d\d-\d\d-\d\d$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

/** How many rows a page has; 10 is the default. */
export function sizeOf(value: unknown): 20 | 50 | undefined {
  const number = Number(value);
  return number === 20 || number === 50 ? number : undefined;
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): (value: unknown) => Word | undefined {
  return (value) => words.find((word) => word === value);
}

/** The search of a history: its days, the page, and how many rows a page has. */
export const historySearch = searchOf({ from: dayOf, to: dayOf, page: pageOf, size: sizeOf });
export type HistorySearch = ReturnType<typeof historySearch>;

/** The search of a list that has pages and no filters. */
export const pageSearch = searchOf({ page: pageOf });
