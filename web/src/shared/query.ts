import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/error.ts";

const RETRIES = 2;

/**
 * The home of server data, one per bundle. Only what the network lost is asked again; a refusal with a code is an answer.
 * Calls that change something are never repeated by themselves.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
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
