import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";
import { type Session, sessionKey } from "./session.ts";

export type Device = Res<"/api/member/sessions">["list"][number];

/** Not under the session's own key: ending another device must not ask for this session again. */
const devicesKey = ["account", "devices"] as const;

/** Where the member is logged in, the device used last first. */
export const devicesQuery = queryOptions({
  queryKey: devicesKey,
  queryFn: ({ signal }) => api.call("/api/member/sessions", {}, { signal, retries: 1 }),
  staleTime: FRESH_MS,
  meta: { personal: true },
});

/** A page of logins that were tried, refused ones too. */
export function loginsQuery(page: number) {
  return queryOptions({
    queryKey: ["account", "logins", page],
    queryFn: ({ signal }) => api.call("/api/member/logins", { page }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { personal: true },
  });
}

/** Ends one device's session, or with null all but this one. */
export function useEndDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sid: string | null) =>
      sid === null ? api.call("/api/member/sessions/endOthers", {}) : api.call("/api/member/sessions/end", { sid }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  });
}

export type Change = Req<"/api/member/update">;

/** Changes what is given; a new password ends all other sessions. */
export function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => api.call("/api/member/update", change),
    onSuccess: (member) => {
      client.setQueryData<Session | null>(sessionKey, (session) => session && { ...session, member });
      void client.invalidateQueries({ queryKey: ["session", "details"] });
      void client.invalidateQueries({ queryKey: devicesKey });
    },
  });
}
