import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";

export type Account = Res<"/api/admin/staff/list">["list"][number];
/** The password with which an account is enrolled; no call shows it again. */
export type OneTime = Res<"/api/admin/staff/add">;

export const rights = [
  "member",
  "cash",
  "approve",
  "message",
  "site",
  "staff",
  "audit",
] as const satisfies readonly Right[];

const accountsKey = ["staff", "accounts"] as const;

/** The accounts of the site's staff by ID. */
export const accountsQuery = queryOptions({
  queryKey: accountsKey,
  queryFn: ({ signal }) => api.call("/api/admin/staff/list", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: accountsKey }) });
}

export const useAdd = () => useAct((body: Req<"/api/admin/staff/add">) => api.call("/api/admin/staff/add", body));
export const useChange = () =>
  useAct((body: Req<"/api/admin/staff/change">) => api.call("/api/admin/staff/change", body));
export const useSetActive = () =>
  useAct((body: Req<"/api/admin/staff/active">) => api.call("/api/admin/staff/active", body));
export const useRecover = () =>
  useAct((body: Req<"/api/admin/staff/recover">) => api.call("/api/admin/staff/recover", body));
export const useReview = () => useAct((memId: string) => api.call("/api/admin/staff/review", { memId }));
export const useUnlock = () => useAct((memId: string) => api.call("/api/admin/staff/unlock", { memId }));

/** The state of an account in one word, the most pressing first. */
export function stateOf(account: Account): "ended" | "waiting" | "locked" | "active" {
  if (!account.active) return "ended";
  if (account.oneTimeUntil !== null) return "waiting";
  return account.otpLocked ? "locked" : "active";
}
