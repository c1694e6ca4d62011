import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { historyRequest } from "#shared/days.ts";
import { loadFaces } from "#shared/faces.ts";
import type { PostSearch } from "./search.ts";

/** The boards: the ticker, notices, events, questions and answers of the site, and the one where members write. */
export type BoardType = "mq" | "notice" | "event" | "faq" | "board";

/** A board that has a page of posts, each with comments. */
export type TalkBoard = "notice" | "event" | "board";

/** The categories of the free board, as the api names them. */
export const categories = ["talk", "game", "win", "help"] as const;
export type Category = (typeof categories)[number];

/** The category of a post as the texts name it; undefined for none and for those that staff wrote by hand. */
export function categoryOf(category: string): Category | undefined {
  return categories.find((one) => one === category);
}

/** The kinds of events, as staff choose them; each has a picture on the event's card. */
const eventKinds = ["bonus", "contest", "gift", "draw", "news"] as const;
export type EventKind = (typeof eventKinds)[number];

export function eventKindOf(category: string): EventKind {
  return eventKinds.find((one) => one === category) ?? "news";
}

/** The topics of questions, as staff choose them, in the order of the page. */
export const faqTopics = ["account", "deposit", "withdrawal", "game", "bonus", "other"] as const;
export type FaqTopic = (typeof faqTopics)[number];

/** The topic of a question; other for one without, and for a word of before there were topics. */
export function topicOf(category: string): FaqTopic {
  return faqTopics.find((one) => one === category) ?? "other";
}

export type Post = Res<"/api/board/{boardType}/detail">;
export type Comment = Res<"/api/board/{boardType}/detail">["cmtList"][number];

const MARQUEE_ITEMS = 5;
const MOST_PER_PAGE = 100;
const EVENTS_PER_PAGE = 12;

/** The free board is for members: its posts leave with the session. */
const personal = (boardType: BoardType) => (boardType === "board" ? { meta: { personal: true } } : {});

type PostRequest = Omit<Req<"/api/board/{boardType}/list">, "boardType">;

/** One page of a board; with a search only posts whose title has it, with a category only its posts. */
function boardQuery(boardType: BoardType, request: PostRequest) {
  return queryOptions({
    queryKey: ["board", boardType, request],
    queryFn: ({ signal }) =>
      api.call("/api/board/{boardType}/list", request, { signal, path: { boardType }, retries: 1 }),
    placeholderData: keepPreviousData,
    ...personal(boardType),
  });
}

/** The events that an address asks for: those that are over, or the others. */
export const eventState = ({ part }: PostSearch) => (part === "over" ? "over" : "running");

/** The page of a board that its address asks for. */
export function postsQuery(boardType: TalkBoard, search: PostSearch) {
  const { q, part = "", page = 1 } = search;
  if (boardType === "event") {
    const state = eventState(search);
    return boardQuery("event", { page, count_per_list: EVENTS_PER_PAGE, state, ...(q && { searchValue: q }) });
  }
  const category = boardType === "board" ? categoryOf(part) : undefined;
  return boardQuery(boardType, {
    ...historyRequest(search),
    ...(q && { searchValue: q }),
    ...(category && { category }),
  });
}

/** The marquee under the header: page 1, 5 items, type mq. */
export const marqueeQuery = boardQuery("mq", { page: 1, count_per_list: MARQUEE_ITEMS });

/** All questions of the FAQ; they are few enough to be searched where they are read. They wait for their faces, so that no line moves then. */
export const faqQuery = queryOptions({
  queryKey: ["board", "faq"],
  queryFn: async ({ signal }) => {
    const answer = await api.call(
      "/api/board/{boardType}/list",
      { page: 1, count_per_list: MOST_PER_PAGE },
      { signal, path: { boardType: "faq" }, retries: 1 },
    );
    await loadFaces(answer.list.map(({ title }) => title).join(""));
    return answer;
  },
});

/** One post with its comments. */
export function postQuery(boardType: TalkBoard, boardIdx: number) {
  return queryOptions({
    queryKey: ["board", boardType, "post", boardIdx],
    queryFn: ({ signal }) =>
      api.call("/api/board/{boardType}/detail", { boardIdx }, { signal, path: { boardType }, retries: 1 }),
    ...personal(boardType),
  });
}

interface Written {
  title: string;
  content: string;
  category: string;
}

/** A call that changes the free board; busy until its lists and posts are up to date. */
function useTalkMutation<Body, Answer>(call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => client.invalidateQueries({ queryKey: ["board", "board"] }),
  });
}

/** Publishes a post on the free board, or with idx changes one of the member's own. */
export const useWritePost = () =>
  useTalkMutation(async ({ idx, ...post }: Written & { idx?: number | undefined }) => {
    if (idx === undefined)
      return (await api.call("/api/board/{boardType}/save", post, { path: { boardType: "board" } })).idx;
    await api.call("/api/board/board/change", { idx, ...post });
    return idx;
  });

/** A post or a comment of the free board. */
export interface Thing {
  kind: "post" | "comment";
  idx: number;
}

export const useChangeComment = () =>
  useTalkMutation((body: Req<"/api/board/comment/change">) => api.call("/api/board/comment/change", body));

/** Deletes the member's own post or comment for good. A deleted post is not asked for again: the page leaves it. */
export function useDelete({ kind, idx }: Thing) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      kind === "post" ? api.call("/api/board/board/delete", { idx }) : api.call("/api/board/comment/delete", { idx }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: ["board", "board"],
        predicate: ({ queryKey }) => kind === "comment" || queryKey[2] !== "post",
      }),
  });
}

/** Why something is reported, as the api names it. */
export const reasons = ["spam", "abuse", "fraud", "privacy", "other"] as const;

/** Brings another member's post or comment to staff. */
export function useReport({ kind, idx }: Thing) {
  return useTalkMutation((said: { reason: string; words: string }) =>
    kind === "post"
      ? api.call("/api/board/board/report", { idx, ...said })
      : api.call("/api/board/comment/report", { idx, ...said }),
  );
}

/** Comments on a post; busy until the post shows it. */
export function useComment(boardType: TalkBoard, boardIdx: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => api.call("/api/board/cmtSave", { boardIdx, content }),
    onSuccess: () => client.invalidateQueries({ queryKey: postQuery(boardType, boardIdx).queryKey }),
  });
}
