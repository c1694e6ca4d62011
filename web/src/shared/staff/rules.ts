import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { approvalsKey } from "./keys.ts";

export type Rule = Res<"/api/admin/approval/rules">["list"][number];

/** The rules of what one person may do alone (S-84). */
export const rulesQuery = queryOptions({
  queryKey: [...approvalsKey, "rules"],
  queryFn: ({ signal }) => api.call("/api/admin/approval/rules", {}, { signal, retries: 1 }),
  meta: { personal: true },
});
