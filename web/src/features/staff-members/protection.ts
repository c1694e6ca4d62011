import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { membersKey } from "#shared/staff/members.ts";

export type Protection = Res<"/api/admin/member/protection">;
export type Limit = Protection["limits"][number];
export type Change = Protection["changes"][number];

export const kinds = ["deposit", "loss", "wager", "session"] as const;
export const windows = [1, 7, 30] as const;

/** Not under the members' key: each read is written to the audit, so it must happen only when staff opens the dialog. */
const protectionKey = ["protection"] as const;

export function protectionQuery(memId: string) {
  return queryOptions({
    queryKey: [...protectionKey, memId],
    queryFn: ({ signal }) => api.call("/api/admin/member/protection", { memId }, { signal, retries: 1 }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  });
}

/** A change whose answer is the state after it. */
function useProtect<Body extends { memId: string }>(call: (body: Body) => Promise<Protection>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (state, { memId }) => {
      client.setQueryData([...protectionKey, memId], state);
      return client.invalidateQueries({ queryKey: membersKey });
    },
  });
}

export const useLowerLimit = () =>
  useProtect((body: Req<"/api/admin/member/protection/limit">) => api.call("/api/admin/member/protection/limit", body));
export const useTimeout = () =>
  useProtect((body: Req<"/api/admin/member/protection/timeout">) =>
    api.call("/api/admin/member/protection/timeout", body),
  );

/** Excludes a member for six months (S-41); all of their sessions end. */
export const useExclude = () =>
  useProtect(async ({ memId, reason }: { memId: string; reason: string }) => {
    await api.call("/api/admin/member/status", { memId, status: "excluded", reason });
    return await api.call("/api/admin/member/protection", { memId });
  });

/** The limit that holds for a window, if there is one. */
export function limitOf(limits: Limit[], kind: string, days: number): Limit | undefined {
  return limits.find((limit) => limit.kind === kind && limit.days === days);
}

/** Staff only makes tighter: the first limit, or one below what holds (S-37). */
export function isLower(limits: Limit[], kind: string, days: number, amount: number): boolean {
  const holds = limitOf(limits, kind, days);
  return amount > 0 && (!holds || amount < holds.amount);
}

/** How a member's break stands now. */
export function breakOf(
  state: Pick<Protection, "timeoutUntil" | "excludedUntil" | "excluded">,
  now: number,
): { kind: "none" } | { kind: "over" } | { kind: "timeout" | "exclusion"; until: string } {
  const later = (end: string | null) => end !== null && Date.parse(end) > now;
  if (later(state.excludedUntil) && state.excludedUntil !== null)
    return { kind: "exclusion", until: state.excludedUntil };
  if (later(state.timeoutUntil) && state.timeoutUntil !== null) return { kind: "timeout", until: state.timeoutUntil };
  return { kind: state.excluded ? "over" : "none" };
}
