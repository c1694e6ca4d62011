import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";
import { settingsKey } from "#shared/staff/keys.ts";
import { membersKey } from "#shared/staff/members.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type Settings = Res<"/api/admin/site/settings">;
export type Plan = Res<"/api/admin/site/settings/plans">["list"][number];
export type Version = Res<"/api/admin/site/settings/history">["list"][number];

const PER_PAGE = 20;

/** The parts of the page; the account is the default. */
export const parts = [
  "cash",
  "play",
  "sports",
  "points",
  "partners",
  "approvals",
  "site",
  "planned",
  "history",
] as const;
export const settingsSearch = searchOf({ part: oneOf(parts), page: pageOf });

/** The parts of the page of the levels; the limits are the default. */
export const levelParts = ["planned", "history"] as const;
export const levelsSearch = searchOf({ part: oneOf(levelParts), page: pageOf });

/** How many members each level has. */
export const levelCountsQuery = queryOptions({
  queryKey: [...membersKey, "levels"],
  queryFn: ({ signal }) => api.call("/api/admin/level/list", {}, { signal, retries: 1 }),
});

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, "now"],
  queryFn: ({ signal }) => api.call("/api/admin/site/settings", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

/** A page of the versions; with an option those that changed it. */
export function historyQuery(option: "" | "levels", page: number) {
  return queryOptions({
    queryKey: [...settingsKey, "history", option, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/site/settings/history", { option, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** A page of the scheduled changes, those that wait first. */
export function plansQuery(page: number) {
  return queryOptions({
    queryKey: [...settingsKey, "plans", page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/site/settings/plans", { page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** The outcome of a change: it holds or waits for its time, or a colleague has been asked to approve it. */
type Outcome = "saved" | "asked";

/** A change of settings. The call for a second person is no failure: the change waits. After any answer the settings are asked for again. */
function useChange<Body>(call: (body: Body) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body): Promise<Outcome> => orAsked(call(body).then(() => "saved" as const)),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  });
}

export const useSaveSettings = () =>
  useChange((body: Req<"/api/admin/site/settings/save">) => api.call("/api/admin/site/settings/save", body));
export const useRestoreSettings = () =>
  useChange((body: Req<"/api/admin/site/settings/restore">) => api.call("/api/admin/site/settings/restore", body));

export function useCancelPlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/site/settings/plans/cancel">) =>
      api.call("/api/admin/site/settings/plans/cancel", body),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  });
}
