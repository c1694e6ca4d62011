import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

export type Protection = Res<"/api/protection/info">;
export type Limit = Protection["limits"][number];
export type Figures = Res<"/api/protection/session">;

const protectionKey = ["protection"] as const;
const infoKey = [...protectionKey, "info"] as const;

/** All that the member has set. */
export const protectionQuery = queryOptions({
  queryKey: infoKey,
  queryFn: ({ signal }) => api.call("/api/protection/info", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
  meta: { personal: true },
});

/** Time, stakes and wins of this session. */
export const figuresQuery = queryOptions({
  queryKey: [...protectionKey, "session"],
  queryFn: ({ signal }) => api.call("/api/protection/session", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

/** A change whose answer is the state after it. */
function useChange<Input>(send: (input: Input) => Promise<Protection>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: (state) => client.setQueryData(infoKey, state) });
}

export interface Which {
  kind: string;
  days: number;
}

export const useSetLimit = () =>
  useChange((input: Which & { amount: number }) => api.call("/api/protection/limit/set", input));
export const useRemoveLimit = () => useChange((input: Which) => api.call("/api/protection/limit/remove", input));
export const useConfirmLimit = () => useChange((input: Which) => api.call("/api/protection/limit/confirm", input));
export const useCancelLimit = () => useChange((input: Which) => api.call("/api/protection/limit/cancel", input));
export const useTimeout = () => useChange((days: number) => api.call("/api/protection/timeout", { days }));
export const useExclude = () =>
  useChange((input: { months: number; memPass: string }) =>
    api.call("/api/protection/exclude", { ...input, agree: true }),
  );
export const useReminderInterval = () =>
  useChange((minutes: number) => api.call("/api/protection/reminder/set", { minutes }));

/** Notes that the reminder was read. */
export function useAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call("/api/protection/reminder/answer", {}),
    onSuccess: () => client.setQueryData(figuresQuery.queryKey, (was) => (was ? { ...was, open: false } : was)),
  });
}
