import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req } from "#shared/api/client.ts";
import { membersKey } from "#shared/staff/members.ts";

const PER_PAGE = 50;

/** The states of a member (D-45) that staff can look for. */
export const memberStatuses = [
  "pending",
  "normal",
  "stop",
  "suspended",
  "black",
  "dormant",
  "closed",
  "excluded",
  "deleted",
] as const;

/** A page of the members of a status and a level (empty and 0: of all) whose ID, nickname, name or phone has the text in it. */
export function memberListQuery(status: string, level: number, search: string, page: number) {
  return queryOptions({
    queryKey: [...membersKey, "list", status, level, search, page],
    queryFn: ({ signal }) =>
      api.call(
        "/api/admin/member/list",
        { status, level, search, page, count_per_list: PER_PAGE },
        { signal, retries: 1 },
      ),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** The versions of the legal documents that a member agreed to, the newest of each first. */
export function memberDocumentsQuery(memId: string) {
  return queryOptions({
    queryKey: ["member-documents", memId],
    queryFn: ({ signal }) => api.call("/api/admin/member/documents", { memId }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

/** One member by ID; null when there is none. */
export function memberQuery(memId: string) {
  return queryOptions({
    queryKey: [...membersKey, "one", memId],
    queryFn: async ({ signal }) => {
      const { list } = await api.call(
        "/api/admin/member/list",
        { status: "", search: memId, page: 1, count_per_list: PER_PAGE },
        { signal, retries: 1 },
      );
      return list.find((member) => member.memId === memId) ?? null;
    },
    meta: { personal: true },
  });
}

const CLOSED = [1, -1, -2];
const LAST = 8;

/** A member's last closed requests, the newest first. */
export function closedQuery(memId: string) {
  return queryOptions({
    queryKey: [...membersKey, "closed", memId],
    queryFn: ({ signal }) =>
      api.call(
        "/api/admin/cash/list",
        { cashType: "", status: CLOSED, memId, page: 1, count_per_list: LAST },
        { signal, retries: 1 },
      ),
    meta: { personal: true },
  });
}

/** Lets a member try password and PIN again. */
export function useUnlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (memId: string) => api.call("/api/admin/member/unlock", { memId }),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Locks or frees a member's betting (LOCK_BET_YN). */
export function useLock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/member/lock">) => api.call("/api/admin/member/lock", body),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey }),
  });
}

/** Ends a member's session. */
export function useForceLogout() {
  return useMutation({ mutationFn: (memId: string) => api.call("/api/admin/member/logout", { memId }) });
}

/** Writes to a member; they see it at once. */
export function useSendMessage() {
  return useMutation({
    mutationFn: (body: Req<"/api/admin/message/send">) => api.call("/api/admin/message/send", body),
  });
}
