import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import type { DocumentKind } from "#shared/documents.ts";
import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";

export type PostRow = Res<"/api/admin/board/list">["list"][number];
export type DocumentRow = Res<"/api/admin/document/list">["list"][number];
type BannerRow = Res<"/api/admin/banner/list">["list"][number];
type PopupRow = Res<"/api/admin/popup/list">["list"][number];

/** The boards of the site, and the one where members write. */
const boards = ["mq", "notice", "event", "faq", "board"] as const;
export type Board = (typeof boards)[number];
export const parts = [...boards, "reports", "banners", "popups", "documents"] as const;

const contentKey = ["content"] as const;
const PER_PAGE = 50;

export function postListQuery(boardType: Board, searchValue: string, page: number) {
  return queryOptions({
    queryKey: [...contentKey, boardType, searchValue, page],
    queryFn: ({ signal }) =>
      api.call(
        "/api/admin/board/list",
        { boardType, searchValue, page, count_per_list: PER_PAGE },
        { signal, retries: 1 },
      ),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

export type ReportedRow = Res<"/api/admin/board/report/list">["list"][number];

/** A page of the posts and comments that members reported, the most reported first. */
export function reportListQuery(page: number) {
  return queryOptions({
    queryKey: [...contentKey, "reports", page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/board/report/list", { page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Content that is shown for a time: the banners of the main page, or the popups over it. */
export type ScheduledKind = "banners" | "popups";
export type ScheduledRow = BannerRow | PopupRow;
type ScheduledList = { list: ScheduledRow[]; pageInfo: Res<"/api/admin/banner/list">["pageInfo"] };

/** A page of the banners or the popups, in the order in which they are shown. */
export function scheduledListQuery(kind: ScheduledKind, page: number) {
  return queryOptions({
    queryKey: [...contentKey, kind, page],
    queryFn: ({ signal }): Promise<ScheduledList> => {
      const body = { page, count_per_list: PER_PAGE };
      return kind === "banners"
        ? api.call("/api/admin/banner/list", body, { signal, retries: 1 })
        : api.call("/api/admin/popup/list", body, { signal, retries: 1 });
    },
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Every published version of the legal documents, the newest of each kind first. */
export const documentListQuery = queryOptions({
  queryKey: [...contentKey, "documents"],
  queryFn: ({ signal }) => api.call("/api/admin/document/list", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

/** The texts of a version in all its languages. They never change. */
export function documentTextsQuery(kind: DocumentKind, version: number) {
  return queryOptions({
    queryKey: [...contentKey, "documents", kind, version],
    queryFn: ({ signal }) => api.call("/api/admin/document/texts", { kind, version }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

/** Returns the query of the members' comments on a post of the site. Comments of the free board are for members' eyes. */
export function commentsQuery(boardType: "notice" | "event", boardIdx: number) {
  return queryOptions({
    queryKey: [...contentKey, "comments", boardIdx],
    queryFn: async ({ signal }) =>
      (await api.call("/api/board/{boardType}/detail", { boardIdx }, { signal, path: { boardType } })).cmtList,
    staleTime: 0,
    meta: { personal: true },
  });
}

function useContentMutation<Body, Answer>(call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () =>
      // A comment that was hidden just now stays in the list, so that staff can show it again.
      client.invalidateQueries({ queryKey: contentKey, predicate: ({ queryKey }) => queryKey[1] !== "comments" }),
  });
}

export const useSavePost = () =>
  useContentMutation((body: Req<"/api/admin/board/save">) => api.call("/api/admin/board/save", body));
export const usePublish = () =>
  useContentMutation((body: Req<"/api/admin/board/publish">) => api.call("/api/admin/board/publish", body));
export const useShowComment = () =>
  useContentMutation((body: Req<"/api/admin/board/comment">) => api.call("/api/admin/board/comment", body));
/** Closes the reports of a post or a comment: it is hidden, or it stays. */
export const useDecideReports = () =>
  useContentMutation((body: Req<"/api/admin/board/report/decide">) => api.call("/api/admin/board/report/decide", body));
export const useSaveBanner = () =>
  useContentMutation((body: Req<"/api/admin/banner/save">) => api.call("/api/admin/banner/save", body));
export const useSavePopup = () =>
  useContentMutation((body: Req<"/api/admin/popup/save">) => api.call("/api/admin/popup/save", body));

/** Publishes a version for good. */
export const usePublishDocument = () =>
  useContentMutation((body: Req<"/api/admin/document/publish">) => api.call("/api/admin/document/publish", body));

/** Takes a banner or a popup away for good. */
export const useDelete = () =>
  useContentMutation(({ kind, idx }: { kind: ScheduledKind; idx: number }) =>
    kind === "banners" ? api.call("/api/admin/banner/delete", { idx }) : api.call("/api/admin/popup/delete", { idx }),
  );

/** Returns the current state of scheduled content: shown, not yet shown, over, or switched off. */
export function stateOf(
  { active, since, until }: Pick<BannerRow, "active" | "since" | "until">,
  now: number,
): "hidden" | "later" | "over" | "shown" {
  if (!active) return "hidden";
  if (until !== null && Date.parse(until) <= now) return "over";
  return since !== null && Date.parse(since) > now ? "later" : "shown";
}

const [, ...otherParts] = parts;

/** Reads the search parameters of the content; the first part, the ticker, is the default. */
export const contentSearch = searchOf({
  part: oneOf(otherParts),
  q: textOf,
  page: pageOf,
});
