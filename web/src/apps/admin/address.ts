import { useLocation, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * What the address says, read by the page's own function (nonsense becomes the default), and a way to say something else.
 * Filters replace the entry of the browser's history: back leads to the page before, not through every letter typed.
 */
export function useAddress<Search extends object>(
  read: (search: Record<string, unknown>) => Search,
): [Search, (next: Search) => void] {
  const router = useRouter();
  const { pathname, search } = useLocation();
  const write = useCallback(
    (next: Search) => {
      const said = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
      void router.navigate({ href: pathname + router.options.stringifySearch(said), replace: true });
    },
    [router, pathname],
  );
  return [read({ ...search }), write];
}

/** A text of the address, or nothing when it is empty. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}
