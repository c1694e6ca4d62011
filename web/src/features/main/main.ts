import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";

/** The public boards change when the ledger does; the hub says so, and without a hub this is often enough. */
const BOARD_STALE_MS = 60_000;

/** Winners, new and popular games, notices. */
export const mainQuery = queryOptions({
  queryKey: ["main", "content"],
  queryFn: ({ signal }) => api.call("/api/main", {}, { signal, retries: 1 }),
});

/** The public board of deposits and withdrawals: masked, delayed and rounded by the server (D-57). */
export const cashBoardQuery = queryOptions({
  queryKey: ["main", "cash-board"],
  queryFn: ({ signal }) => api.call("/api/main/cashList", {}, { signal, retries: 1 }),
  refetchInterval: pollEvery(BOARD_STALE_MS),
});

/** Banners of the main page, five at most. They are loaded after it, and a page without them is no worse. */
export const bannersQuery = queryOptions({
  queryKey: ["main", "banners"],
  queryFn: ({ signal }) => api.call("/api/etc/banner", {}, { signal }),
  staleTime: BOARD_STALE_MS * 5,
});

/** Returns the query of the popups over the main page, for before or after login. */
export function popupsQuery(popupType: "before" | "after") {
  return queryOptions({
    queryKey: ["main", "popups", popupType],
    queryFn: ({ signal }) => api.call("/api/main/popupList", { popupType }, { signal }),
    staleTime: BOARD_STALE_MS * 5,
  });
}
