import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";

export type Account = Res<"/api/admin/staff/list">["list"][number];
/** The password with which an account is enrolled; no call shows it again. */
export type OneTime = Res<"/api/admin/staff/add">;

/** The rights by area, in the order of the page. */
export const areas = {
  members: ["member", "signup", "standing", "block", "reset", "personal", "partners"],
  money: ["cash", "correct", "gift", "account"],
  approvals: ["approve"],
  words: ["message", "inquiry"],
  sports: ["sports", "trade"],
  site: ["settings", "promo", "offer", "catalogue", "maintenance", "content"],
  team: ["staff", "audit"],
} as const satisfies Record<string, readonly Right[]>;

export const areaNames = [
  "members",
  "money",
  "approvals",
  "words",
  "sports",
  "site",
  "team",
] as const satisfies (keyof typeof areas)[];

/** Every right, chosen or not. */
export function chosenOf(given: readonly Right[]): Record<Right, boolean> {
  const has = (right: Right) => given.includes(right);
  return {
    member: has("member"),
    signup: has("signup"),
    standing: has("standing"),
    block: has("block"),
    reset: has("reset"),
    personal: has("personal"),
    cash: has("cash"),
    correct: has("correct"),
    gift: has("gift"),
    account: has("account"),
    approve: has("approve"),
    message: has("message"),
    inquiry: has("inquiry"),
    settings: has("settings"),
    promo: has("promo"),
    offer: has("offer"),
    catalogue: has("catalogue"),
    sports: has("sports"),
    trade: has("trade"),
    maintenance: has("maintenance"),
    content: has("content"),
    partners: has("partners"),
    staff: has("staff"),
    audit: has("audit"),
  };
}

/** The rights that are chosen, in the order of the page. */
export function rightsOf(chosen: Record<Right, boolean>): Right[] {
  return areaNames.flatMap((area): readonly Right[] => areas[area]).filter((right) => chosen[right]);
}

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
