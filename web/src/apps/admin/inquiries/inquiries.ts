import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { textOf } from "../address.ts";

export type Inquiry = Res<"/api/admin/qna/list">["list"][number];

const categories = ["bankaccount", "etc", "login", "signup", "money"] as const;

/** The category as the texts name it; one of a newer server is a question. */
export function categoryOf(inquiry: Inquiry): (typeof categories)[number] {
  return categories.find((one) => one === inquiry.category) ?? "etc";
}

/** The hub's QUEUE inquiry makes them stale: one came, or somebody answered. */
export const inquiriesKey = ["inquiries"] as const;

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

/** What the address of the desk says; without a status those that wait are shown. */
export interface InquirySearch {
  status?: "answer" | "all";
  /** Only inquiries of guests. */
  guests?: true;
  page?: number;
  /** The one that is open beside the list. */
  idx?: number;
}

export function inquirySearch(search: Record<string, unknown>): InquirySearch {
  const status = textOf(search.status);
  const page = Number(search.page);
  const idx = Number(search.idx);
  return {
    ...(status === "answer" || status === "all" ? { status } : {}),
    ...(search.guests === true || search.guests === "true" ? { guests: true } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(Number.isInteger(idx) && idx > 0 ? { idx } : {}),
  };
}
