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

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): (value: unknown) => Word | undefined {
  return (value) => words.find((word) => word === value);
}

/** The search of a list that has pages and no filters. */
export const pageSearch = searchOf({ page: pageOf });
