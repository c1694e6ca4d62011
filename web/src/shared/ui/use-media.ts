import { useCallback, useSyncExternalStore } from "react";

/** Windows of phones: lists are rows of two lines, filters are behind a button. */
export const PHONE = "(max-width: 640px)";

/** Whether the window meets a media query, now and after each change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
