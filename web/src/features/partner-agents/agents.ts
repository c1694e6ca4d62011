import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { PartnerRight } from "#shared/api/contract.gen.ts";

export type Agent = Res<"/api/partner/agent/list">["list"][number];
/** The password with which an account is enrolled; no call shows it again. */
export type OneTime = Res<"/api/partner/agent/reset">;

/** The rights in the order of the page. */
export const rights = [
  "lower.read",
  "lower.write",
  "lower.modify",
  "rate.modify",
  "money.read",
  "money.write",
  "play.read",
  "commission.read",
  "message.write",
  "agent.modify",
] as const satisfies readonly PartnerRight[];

const agentsKey = ["partner", "agents"] as const;

/** The sub-staff of the partner by ID. */
export const agentsQuery = queryOptions({
  queryKey: agentsKey,
  queryFn: ({ signal }) => api.call("/api/partner/agent/list", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: agentsKey }) });
}

export const useAdd = () => useAct((body: Req<"/api/partner/agent/add">) => api.call("/api/partner/agent/add", body));
export const useChange = () =>
  useAct((body: Req<"/api/partner/agent/change">) => api.call("/api/partner/agent/change", body));
export const useSetActive = () =>
  useAct((body: Req<"/api/partner/agent/active">) => api.call("/api/partner/agent/active", body));
export const useReset = () =>
  useAct((body: Req<"/api/partner/agent/reset">) => api.call("/api/partner/agent/reset", body));

/** The state of an account in one word, the most pressing first. */
export function stateOf(account: Agent): "ended" | "waiting" | "locked" | "active" {
  if (!account.active) return "ended";
  if (account.oneTimeUntil !== null) return "waiting";
  return account.locked ? "locked" : "active";
}
