import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { Feed } from "../realtime/feed.ts";
import { watched } from "../realtime/watch.ts";
import { matchesQuery, matchQuery } from "./book.ts";
import { useLiveMatches, withNews } from "./live.ts";
import { market, match } from "./samples.ts";

test("news of one match leave the others as they are, and older news change nothing", () => {
  const before = match({ eventIdx: 1 });
  const moved = market({ id: 101, version: 2, prices: [{ key: "home", price: 1_700, version: 14, active: true }] });
  const after = withNews(before, { markets: [moved] }, "list");
  expect(after.markets[0]?.prices[0]?.price).toBe(1_700);
  expect(after.markets[1]).toBe(before.markets[1]);
  expect(withNews(after, { markets: [{ ...moved, version: 1 }] }, "list")).toBe(after);
  expect(withNews(after, { markets: [], progress: { ...after.progress, home: 9 } }, "list")).toBe(after);
});

test("a list shows the main line of a market, whichever that becomes; a page shows all", () => {
  const before = match({ eventIdx: 1 });
  const next = market({ id: 150, kind: "handicap", line: -4, version: 1 });
  const lines = (place: "page" | "list") =>
    withNews(before, { markets: [next] }, place)
      .markets.filter(({ kind }) => kind === "handicap")
      .map(({ line }) => line);
  expect(lines("list")).toEqual([-4]);
  expect(lines("page")).toEqual([-4, -2]);
  const over = market({ id: 101, version: 5, state: "resulted" });
  expect(withNews(before, { markets: [over] }, "list").markets.map(({ id }) => id)).toEqual([102, 103]);
  expect(withNews(before, { markets: [over] }, "page").markets).toHaveLength(3);
  const half = market({ id: 160, period: "half1", version: 1 });
  expect(withNews(before, { markets: [half] }, "list")).toBe(before);
});

test("a score without details keeps those that were read", () => {
  const before = match({ eventIdx: 1 });
  before.progress = { ...before.progress, scores: { h1: { home: 1, away: 0 } } };
  const { progress } = withNews(
    before,
    { markets: [], progress: { ...match({ eventIdx: 1 }).progress, home: 2, version: 2 } },
    "page",
  );
  expect(progress).toMatchObject({ home: 2, scores: { h1: { home: 1, away: 0 } } });
});

test("what the hub says of watched matches is in the cache by the next frame", async () => {
  const client = new QueryClient();
  const list = matchesQuery({ count: 50 }, "en").queryKey;
  const page = matchQuery(1, "en").queryKey;
  client.setQueryData(list, {
    pages: [{ list: [match({ eventIdx: 1 }), match({ eventIdx: 2 })], next: null }],
    pageParams: [null],
  });
  client.setQueryData(page, match({ eventIdx: 1 }));
  const feeds = new Map<string, Feed | null>();
  watched.serve((destination, feed) => void feeds.set(destination, feed));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(() => useLiveMatches([2, 1, 1]), { wrapper });
  expect([...feeds.keys()].sort()).toEqual(["/topic/sports.1", "/topic/sports.2"]);

  const tell = (cmd: "ODDS" | "SCORE", state: object) =>
    feeds.get("/topic/sports.1")?.onEvent({ cmd, data1: "1", data2: JSON.stringify(state), ver: 2, at: 1 });
  const second = client.getQueryData(list)?.pages[0]?.list[1];
  act(() => {
    tell("ODDS", market({ id: 101, version: 2, state: "suspended" }));
    tell("SCORE", { ...match({ eventIdx: 1 }).progress, state: "live", home: 1, version: 2 });
    tell("ODDS", { id: "no market" });
  });
  await waitFor(() => expect(client.getQueryData(page)?.progress.home).toBe(1));
  expect(client.getQueryData(page)?.markets.find(({ id }) => id === 101)?.state).toBe("suspended");
  expect(client.getQueryData(list)?.pages[0]?.list[0]?.progress.state).toBe("live");
  expect(client.getQueryData(list)?.pages[0]?.list[1]).toBe(second);

  feeds.get("/topic/sports.1")?.onResync?.();
  await waitFor(() => expect(client.getQueryState(page)?.isInvalidated).toBe(true));
  unmount();
  expect([...feeds.values()]).toEqual([null, null]);
  watched.serve(null);
});
