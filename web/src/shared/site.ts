import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";
import type { SiteOption } from "#shared/api/types.ts";

/** The site's options: limits, units, bounds of fields, currency, time zone. From here on calls carry its siteId. */
export const siteQuery = queryOptions({
  queryKey: ["site", "option"],
  queryFn: async ({ signal }) => {
    const option = await api.call("/api/etc/siteOption", {}, { signal, retries: 1 });
    api.siteId = option.siteId;
    return option;
  },
  staleTime: 5 * 60_000,
});

/** undefined until the options are known. */
export function useSite(): SiteOption | undefined {
  return useQuery(siteQuery).data;
}

/** Whether the site is under maintenance, and what it says about it. */
export const siteCheckQuery = queryOptions({
  queryKey: ["site", "check"],
  queryFn: async ({ signal }) => {
    const check = await api.call("/api/common/siteCheckInfo", {}, { signal, retries: 1 });
    /** How far the server's clock is ahead of this device's. */
    return { ...check, aheadMs: Date.parse(check.now) - Date.now() };
  },
});
