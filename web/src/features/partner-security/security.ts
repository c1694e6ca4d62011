import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

const securityKey = ["partner", "security"] as const;

/** The own login: since when its authenticator is in use, how many recovery codes are left, and its sessions. */
export const securityQuery = queryOptions({
  queryKey: securityKey,
  queryFn: ({ signal }) => api.call("/api/partner/security", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sid: string) => api.call("/api/partner/session/end", { sid }),
    onSettled: () => client.invalidateQueries({ queryKey: securityKey }),
  });
}

export function useNewCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (otp: string) => api.call("/api/partner/security/codes", { otp }),
    onSettled: () => client.invalidateQueries({ queryKey: securityKey }),
  });
}
