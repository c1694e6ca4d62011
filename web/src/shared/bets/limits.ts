import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "../api/client.ts";

export type Limits = Res<"/api/bet/sports/limits">;

/** The stakes that the member may place, and the changes of price that are taken without asking (D-22, D-26). */
export const limitsQuery = queryOptions({
  queryKey: ["bet", "limits"],
  queryFn: ({ signal }) => api.call("/api/bet/sports/limits", {}, { signal, retries: 1 }),
  staleTime: 60_000,
  meta: { personal: true },
});
