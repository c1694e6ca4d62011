import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

/** The public boards change when the ledger does; the hub says so, and without a hub this is often enough. */
const BOARD_STALE_MS = 60_000;

/** Winners, new and popular games, notices. */
export const mainQuery = queryOptions({
  queryKey: ["main", "content"],
  queryFn: ({ signal }) => api.call("/api/main", {}, { signal, retries: 2 }),
});

/** The public board of deposits and withdrawals: masked, delayed and rounded by the server (D-57). */
export const cashBoardQuery = queryOptions({
  queryKey: ["main", "cash-board"],
  queryFn: ({ signal }) => api.call("/api/main/cashList", {}, { signal, retries: 2 }),
  refetchInterval: BOARD_STALE_MS,
});
