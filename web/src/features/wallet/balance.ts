import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";
import type { Balance } from "#shared/api/types.ts";

export const balanceKey = ["wallet", "balance"] as const;

/** Asked every 5 s while the socket is down (D-33); never while it delivers. */
export const POLL_MS = 5_000;

/** The newer of two balances. The socket, the poll and the answers of calls all carry the wallet's version, so whichever comes last may be older. */
function newer(shown: Balance | undefined, next: Balance): Balance {
  return shown !== undefined && shown.version > next.version ? shown : next;
}

export function putBalance(client: QueryClient, next: Balance): void {
  client.setQueryData<Balance>(balanceKey, (shown) => newer(shown, next));
}

/** The balance query; whatever the network delivers late loses against what is already shown. */
export function balanceQuery(client: QueryClient) {
  return queryOptions({
    queryKey: balanceKey,
    queryFn: async ({ signal }) => {
      const next = await api.call("/api/cash/getUserCash", {}, { signal, timeout: POLL_MS });
      return newer(client.getQueryData<Balance>(balanceKey), next);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  });
}

/** The member's balance as last known; undefined until the session is. Never fetches: session, socket and poll feed it. */
export function useBalance(): Balance | undefined {
  return useQuery({ ...balanceQuery(useQueryClient()), enabled: false }).data;
}
