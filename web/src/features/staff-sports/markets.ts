import { queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import { sportsKey, useAct } from "./matches.ts";

export type Market = Res<"/api/admin/sports/markets">["list"][number];

/** The markets of a match. */
export function marketsQuery(eventIdx: number) {
  return queryOptions({
    queryKey: [...sportsKey, "markets", eventIdx],
    queryFn: ({ signal }) => api.call("/api/admin/sports/markets", { eventIdx }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Voids a market, and returns "asked" if it waits for a second person. */
export const useVoidMarket = () =>
  useAct((body: Req<"/api/admin/sports/markets/void">) => orAsked(api.call("/api/admin/sports/markets/void", body)));
