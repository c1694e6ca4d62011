import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";

/** The boards: the ticker, notices, events, questions and answers of the site, and the one where members write. */
export type BoardType = "mq" | "notice" | "event" | "faq" | "board";

/** A board that has a page of posts, each with comments. */
export type TalkBoard = "notice" | "event" | "board";

export type Comment = Res<"/api/board/{boardType}/detail">["cmtList"][number];

const MARQUEE_ITEMS = 5;
const MOST_PER_PAGE = 100;

/** The free board is for members: its posts leave with the session. */
const personal = (boardType: BoardType) => (boardType === "board" ? { meta: { personal: true } } : {});

type PostRequest = Omit<Req<"/api/board/{boardType}/list">, "boardType">;

/** One page of a board; with a search only posts whose title has it. */
export function boardQuery(boardType: BoardType, request: PostRequest) {
  return queryOptions({
    queryKey: ["board", boardType, request],
    queryFn: ({ signal }) =>
      api.call("/api/board/{boardType}/list", request, { signal, path: { boardType }, retries: 1 }),
    placeholderData: keepPreviousData,
    ...personal(boardType),
  });
}

/** The marquee under the header: page 1, 5 items, type mq. */
export const marqueeQuery = boardQuery("mq", { page: 1, count_per_list: MARQUEE_ITEMS });

/** All questions of the FAQ; they are few enough to be searched where they are read. */
export const faqQuery = boardQuery("faq", { page: 1, count_per_list: MOST_PER_PAGE });

/** One post with its comments. */
export function postQuery(boardType: TalkBoard, boardIdx: number) {
  return queryOptions({
    queryKey: ["board", boardType, "post", boardIdx],
    queryFn: ({ signal }) =>
      api.call("/api/board/{boardType}/detail", { boardIdx }, { signal, path: { boardType }, retries: 1 }),
    ...personal(boardType),
  });
}

/** Publishes a post on the free board. */
export function useWritePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: { title: string; content: string }) =>
      api.call("/api/board/{boardType}/save", post, { path: { boardType: "board" } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["board", "board"] }),
  });
}

/** Comments on a post; busy until the post shows it. */
export function useComment(boardType: TalkBoard, boardIdx: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => api.call("/api/board/cmtSave", { boardIdx, content }),
    onSuccess: () => client.invalidateQueries({ queryKey: postQuery(boardType, boardIdx).queryKey }),
  });
}
