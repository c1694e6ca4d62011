import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

export const statusKey = ["site", "status"] as const;

const EVERY_MS = 15_000;

/**
 * The number of members online and of requests that wait. The hub announces changes of a queue; the number online is polled.
 */
export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal }) => api.call("/api/admin/site/status", {}, { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: true,
  meta: { personal: true },
});
