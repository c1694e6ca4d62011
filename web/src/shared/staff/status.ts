import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

export const statusKey = ["site", "status"] as const;

const EVERY_MS = 15_000;

/** Who is online and how many wait. The hub says when a queue moved; who comes and goes is asked for. */
export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal }) => api.call("/api/admin/site/status", {}, { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: true,
  meta: { personal: true },
});
