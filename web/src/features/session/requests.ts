import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";

export type DetailsRequest = Res<"/api/member/details/list">["list"][number];
export type DetailsKind = "phone" | "account";

/** Under the account's key; the message about a decision makes it stale. */
const requestsKey = ["account", "requests"] as const;

/** The newest request of each kind for a change of phone, or of name and bank account. */
export const requestsQuery = queryOptions({
  queryKey: requestsKey,
  queryFn: ({ signal }) => api.call("/api/member/details/list", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

export const banksQuery = queryOptions({
  queryKey: ["account", "banks"],
  queryFn: ({ signal }) => api.call("/api/etc/bank", {}, { signal, retries: 1 }),
});

function useAct<Body>(call: (body: Body) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: requestsKey }) });
}

export const useAskDetails = () =>
  useAct((body: Req<"/api/member/details/ask">) => api.call("/api/member/details/ask", body));
export const useWithdrawDetails = () =>
  useAct((body: Req<"/api/member/details/withdraw">) => api.call("/api/member/details/withdraw", body));
