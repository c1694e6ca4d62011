import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { membersKey } from "#shared/staff/members.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type Card = Res<"/api/admin/member/card">;

/** The statuses that staff gives; a break and an exclusion have a form of their own. */
export const givenStatuses = ["normal", "stop", "suspended", "black", "dormant", "closed"] as const;

/** A member's account as staff manages it: status, what is allowed, notes. */
export function cardQuery(memId: string) {
  return queryOptions({
    queryKey: [...membersKey, "card", memId],
    queryFn: ({ signal }) => api.call("/api/admin/member/card", { memId }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

function useChange<
  Path extends
    | "/api/admin/member/status"
    | "/api/admin/member/settings"
    | "/api/admin/member/test"
    | "/api/admin/member/partner"
    | "/api/admin/member/note",
>(path: Path) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<Path>) => api.call(path, body),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Gives a member another status; any but normal ends the sessions. */
export const useSetStatus = () => useChange("/api/admin/member/status");

/** Sets what a member is allowed. */
export const useSetSettings = () => useChange("/api/admin/member/settings");

/** Makes a member a test account, for good. */
export const useMarkTest = () => useChange("/api/admin/member/test");

/** Makes a member without a referrer a head office. */
/** Makes a member a head office, or asks a second person for it. */
export function useMakePartner() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/member/partner">) => orAsked(api.call("/api/admin/member/partner", body)),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Puts a member with its downline under another referrer, or asks a second person for it. */
export function useMove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/member/move">) => orAsked(api.call("/api/admin/member/move", body)),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Writes a note for staff. */
export const useAddNote = () => useChange("/api/admin/member/note");
