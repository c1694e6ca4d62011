import { atom, useSetAtom } from "jotai";
import { useEffect, useRef } from "react";

type Refetch = () => unknown;

/** The refetches of the shown page, which run when it is asked to read its lists again. */
export const refreshAtom = atom<ReadonlySet<Refetch>>(new Set<Refetch>());

/** Offers a query of the page to a pull on a phone. */
export function useRefresh(refetch: Refetch): void {
  const change = useSetAtom(refreshAtom);
  const latest = useRef(refetch);
  latest.current = refetch;
  useEffect(() => {
    const run = () => latest.current();
    change((all) => new Set([...all, run]));
    return () => change((all) => new Set([...all].filter((other) => other !== run)));
  }, [change]);
}
