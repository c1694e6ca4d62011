import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

export type BoardType = "mq" | "notice" | "event";

const MARQUEE_ITEMS = 5;

/** One page of a public board. */
export function boardQuery(boardType: BoardType, page: number, countPerList: number) {
  return queryOptions({
    queryKey: ["board", boardType, page, countPerList],
    queryFn: ({ signal }) =>
      api.call(
        "/api/board/{boardType}/list",
        { page, count_per_list: countPerList },
        { signal, path: { boardType }, retries: 2 },
      ),
  });
}

/** The marquee under the header: page 1, 5 items, type mq. */
export const marqueeQuery = boardQuery("mq", 1, MARQUEE_ITEMS);

/** One post. */
export function postQuery(boardType: BoardType, boardIdx: number) {
  return queryOptions({
    queryKey: ["board", boardType, "post", boardIdx],
    queryFn: ({ signal }) =>
      api.call("/api/board/{boardType}/detail", { boardIdx }, { signal, path: { boardType }, retries: 2 }),
  });
}
