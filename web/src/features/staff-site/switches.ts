import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { switchesKey } from "#shared/staff/keys.ts";
import { statusKey } from "#shared/staff/status.ts";

export type SwitchRow = Res<"/api/admin/site/switches">["list"][number];

const functions = ["signup", "login", "betting", "deposit", "withdrawal", "points"] as const;

/** The switches for maintenance: the whole site (D-35) and its functions (D-46). */
export const switchNames = ["site", ...functions] as const;
export type SwitchName = (typeof switchNames)[number];

export const switchesQuery = queryOptions({
  queryKey: switchesKey,
  queryFn: ({ signal }) => api.call("/api/admin/site/switches", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

interface Change {
  name: SwitchName;
  /** Under maintenance. */
  on: boolean;
  reason: string;
}

/** Begins or ends maintenance; all staff see it at once. */
export function useSwitch() {
  const client = useQueryClient();
  return useMutation<unknown, Error, Change>({
    mutationFn: ({ name, on, reason }) =>
      name === "site"
        ? api.call("/api/admin/site/inspect", { on, reason })
        : api.call("/api/admin/site/pause", { function: name, on, reason }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: switchesKey }),
        client.invalidateQueries({ queryKey: statusKey }),
      ]),
  });
}
