import { useLocation, useRouter } from "@tanstack/react-router";

/** New values by name; those that the address cannot hold, such as "all" for a filter, become the default. */
type Patch<Search> = { [Name in keyof Search]?: unknown };

/**
 * Reads the search parameters of a list with `read`, and returns the ways to change them: `set` keeps the rest, `filter` also
 * goes back to the first page, `replace` keeps nothing, `onPage` turns pages. A change replaces the current entry of the
 * browser's history: back leads to the page before, not through every letter typed.
 */
export function useSearch<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  const router = useRouter();
  const { pathname, search: raw } = useLocation();
  const write = (next: object) =>
    void router.navigate({ href: pathname + router.options.stringifySearch({ ...next }), replace: true });
  const search = read({ ...raw });
  return {
    search,
    set: (patch: Patch<Search>) => write(read({ ...search, ...patch })),
    filter: (patch: Patch<Search>) => write(read({ ...search, page: 1, ...patch })),
    replace: (next: Patch<Search>) => write(read({ ...next })),
    onPage: (page: number) => write(read({ ...search, page })),
  };
}
