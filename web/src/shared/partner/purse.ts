import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

/** The partner's PT, its limit and how much of it is used today. The event PT and every payment bring the PT up to date. */
export const purseQuery = queryOptions({
  queryKey: ["partner", "purse"],
  queryFn: ({ signal }) => api.call("/api/partner/money/purse", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

/** The lists of payments and of the PT, which a move of the PT makes stale. */
export const sendsKey = ["partner", "sends"] as const;
export const ptKey = ["partner", "pt"] as const;

/** Takes the PT of an event: the newer one by version wins, and what was paid today is asked for again. */
export function putPT(client: QueryClient, pt: number, version: number): void {
  const known = client.getQueryData(purseQuery.queryKey);
  if (known && version > known.version) client.setQueryData(purseQuery.queryKey, { ...known, pt, version });
  for (const queryKey of [purseQuery.queryKey, sendsKey, ptKey]) void client.invalidateQueries({ queryKey });
}
