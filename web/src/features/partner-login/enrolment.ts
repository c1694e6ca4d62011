import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";
import type { Who } from "#shared/office/login-password.ts";

/** The secret for the authenticator. It is the same at each call until the account is enrolled. */
export function enrolmentQuery(who: Who) {
  return queryOptions({
    queryKey: ["enrolment", who.memId],
    queryFn: ({ signal }) => api.call("/api/partner/enrol/begin", who, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  });
}
