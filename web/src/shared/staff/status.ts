import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";

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

type Status = Res<"/api/admin/site/status">;

/** How many requests wait in the queues that staff with these rights works on. */
export function queued(status: Status, rights: readonly Right[]): number {
  return (
    (rights.includes("member") ? status.pendingSignups : 0) +
    (rights.includes("cash") ? status.pendingIn + status.pendingOut : 0)
  );
}
