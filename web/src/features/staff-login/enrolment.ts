import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";

/** The rule of staff's passwords: that of internal/account/staff. The server knows the common ones as well. */
const PASS_MIN = 12;
const PASS_MAX = 72;

export interface Who {
  memId: string;
  memPass: string;
}

/** The secret for the authenticator. It is the same at each call until the account is enrolled. */
export function enrolmentQuery(who: Who) {
  return queryOptions({
    queryKey: ["enrolment", who.memId],
    queryFn: ({ signal }) => api.call("/api/admin/enrol/begin", who, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  });
}

/** The refusal of a password that the server would refuse, or false. */
export function passwordFault(password: string, { memId, memPass }: Who): ApiError | false {
  const length = [...password].length;
  const weak =
    length < PASS_MIN ||
    length > PASS_MAX ||
    password === memPass ||
    password.toLowerCase().includes(memId.toLowerCase());
  return weak && new ApiError("U102", { params: { min: String(PASS_MIN), max: String(PASS_MAX) } });
}
