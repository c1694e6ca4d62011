import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { homeKey } from "#shared/partner/home.ts";
import { pollEvery } from "#shared/query.ts";

export type Home = Res<"/api/partner/reports/home">;
export type HomeFigures = Home["today"];

/** How often the page is read again when no event comes. */
const EVERY_MS = 20_000;

/** The first page of a partner: the figures of today and of the month, the last 31 days, and what is so now. */
export const homeQuery = queryOptions({
  queryKey: homeKey,
  queryFn: ({ signal }) => api.call("/api/partner/reports/home", {}, { signal, retries: 1 }),
  refetchInterval: pollEvery(EVERY_MS),
  meta: { personal: true },
});
