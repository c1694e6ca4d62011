import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { idOf, oneOf, pageOf, searchOf } from "#shared/search.ts";
import { inquiriesKey } from "#shared/staff/keys.ts";

export type Inquiry = Res<"/api/admin/qna/list">["list"][number];

const categories = ["bankaccount", "etc", "login", "signup", "money"] as const;

/** The category as the texts name it; one of a newer server is a question. */
export function categoryOf(inquiry: Inquiry): (typeof categories)[number] {
  return categories.find((one) => one === inquiry.category) ?? "etc";
}

const PER_PAGE = 50;

/** A page of the inquiries of members and guests, or of guests alone, newest first; an empty status means all. */
export function inquiryListQuery(status: "wait" | "answer" | "", guests: boolean, page: number) {
  return queryOptions({
    queryKey: [...inquiriesKey, status, guests, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/qna/list", { status, guests, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Answers an inquiry, or answers it again. A member gets a letter; a guest reads it with number and code. */
export function useAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/qna/answer">) => api.call("/api/admin/qna/answer", body),
    onSettled: () => client.invalidateQueries({ queryKey: inquiriesKey }),
  });
}

/** The messages between a question and its answer. */
export function threadQuery(idx: number) {
  return queryOptions({
    queryKey: [...inquiriesKey, "thread", idx],
    queryFn: ({ signal }) => api.call("/api/admin/qna/thread", { idx }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}

/** A picture that a member sent. */
export const loadPicture = (idx: number) => api.file("/api/admin/qna/image", { idx });

/** Ends the thread of an answered inquiry, or opens it again. */
export function useClose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/qna/close">) => api.call("/api/admin/qna/close", body),
    onSettled: () => client.invalidateQueries({ queryKey: inquiriesKey }),
  });
}

/**
 * Reads the search parameters of the inquiries; without a status it shows those that wait. `idx` is the inquiry that is open
 * beside the list.
 */
export const inquirySearch = searchOf({
  status: oneOf(["answer", "all"]),
  guests: (value) => (value === true || value === "true" ? true : undefined),
  page: pageOf,
  idx: idOf,
});
