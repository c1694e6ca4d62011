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

/** Reports whether staff with these rights works on a queue: signups are decided from the list of members. */
export function worksOn(kind: "signup" | "in" | "out" | "pt", rights: readonly Right[]): boolean {
  return kind === "signup" ? rights.includes("member") && rights.includes("signup") : rights.includes("cash");
}

/** How many requests wait in the queues that staff with these rights works on. */
export function queued(status: Status, rights: readonly Right[]): number {
  return (
    (worksOn("signup", rights) ? status.pendingSignups : 0) +
    (worksOn("in", rights) ? status.pendingIn + status.pendingOut + status.pendingPt : 0)
  );
}
