import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/error.ts";

const RETRIES = 2;

/**
 * The home of server data, one per bundle. Only what the network lost is asked again; a refusal with a code is an answer.
 * Calls that change something are never repeated by themselves. `onRefusal` hears
 * every refusal once, besides whoever called: that a session ended is the app's matter, not each page's.
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
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.code === "9999",
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}
