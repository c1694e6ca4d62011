import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/error.ts";

/**
 * How long a member's own lists count as new: what was asked for when a pointer came over a link is not asked for again when the
 * page is drawn. The member's own actions and the hub's events mark lists as old at once.
 */
export const FRESH_MS = 10_000;

/** How much longer a poll waits after it failed: each failed read was tried twice by then. */
const FAILED_WAITS = 2;

/** A refetchInterval of `ms`, and of twice that while the reads fail: a site in trouble is not asked more than a healthy one. */
export function pollEvery(ms: number) {
  return ({ state }: { state: { status: string } }) => (state.status === "error" ? ms * FAILED_WAITS : ms);
}

/**
 * Returns the cache of server data, one per bundle. `onRefusal` receives every refusal once, besides the caller: the end of a
 * session is handled by the app, not by each page.
 */
export function newQueryClient(onRefusal: (error: ApiError) => void): QueryClient {
  const hear = (error: unknown) => {
    if (error instanceof ApiError) onRefusal(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: hear }),
    mutationCache: new MutationCache({ onError: hear }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The api client repeats what the network lost, where the call asks for it; twice over would be nine times.
        retry: false,
        refetchOnWindowFocus: true,
        // A call without a network fails at once and says so; waiting for one in silence would look like loading.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
