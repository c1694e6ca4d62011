import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

export type Inquiry = Res<"/api/board/qna/detail">;
export type Category = "etc" | "bankaccount";

/** The hub's MSG makes all of them stale: an answer comes with a letter (apps/member/events). */
const inquiryKey = ["inquiry"] as const;

/** A page of the member's own inquiries, newest first. */
export function inquiriesQuery(page: number) {
  return queryOptions({
    queryKey: [...inquiryKey, "list", page],
    queryFn: ({ signal }) => api.call("/api/board/qna/list", { page }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { personal: true },
  });
}

/** One inquiry with its answer, and the account to pay into while it is the member's (D-62). */
export function inquiryQuery(boardIdx: number) {
  return queryOptions({
    queryKey: [...inquiryKey, "one", boardIdx],
    queryFn: ({ signal }) => api.call("/api/board/qna/detail", { boardIdx }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

/** Asks staff. A question about the account to pay into is answered at once. */
export function useAsk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/board/qna/save">) => api.call("/api/board/qna/save", body),
    onSuccess: (inquiry) => {
      client.setQueryData(inquiryQuery(inquiry.idx).queryKey, inquiry);
      void client.invalidateQueries({ queryKey: [...inquiryKey, "list"] });
    },
  });
}

/** Writes again in an inquiry, which then waits for an answer. */
export function useFollowUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/board/qna/follow">) => api.call("/api/board/qna/follow", body),
    onSuccess: (inquiry) => {
      client.setQueryData(inquiryQuery(inquiry.idx).queryKey, inquiry);
      void client.invalidateQueries({ queryKey: [...inquiryKey, "list"] });
    },
    // Staff may have closed it meanwhile.
    onError: (_, { boardIdx }) => client.invalidateQueries({ queryKey: inquiryQuery(boardIdx).queryKey }),
  });
}

/** A picture of the member's own. */
export const loadPicture = (idx: number) => api.file("/api/board/qna/image", { idx });
