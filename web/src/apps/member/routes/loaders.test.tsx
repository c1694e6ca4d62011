import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionKey } from "#features/session/session.ts";
import { balanceKey } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { newQueryClient } from "#shared/query.ts";
import { siteQuery } from "#shared/site.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { newGames } from "../games.ts";
import { GamesProvider } from "../games-context.tsx";
import { newRouter } from "../routes.tsx";
import { SessionEndProvider } from "../session-context.tsx";
import { SessionEnd } from "../session-end.ts";

afterEach(() => vi.unstubAllGlobals());

const member = { memId: "golden7", memNick: "Golden", memLevel: 1, cashAmt: 0, pointAmt: 0, balanceVersion: 1 };
const site = {
  siteId: "golden",
  name: "Golden",
  currency: "KRW",
  timeZone: "Asia/Seoul",
  languages: ["en"],
  pinLength: 4,
};
const empty = {
  list: [],
  pageInfo: { page: 1, pages: 0, total: 0, countPerList: 10 },
  total: {},
  totals: {},
  limits: [],
};

/** Opens a page as a member; the api answers with an empty list at one path and refuses all else. */
async function open(reads: string) {
  const calls = stubApi(new Proxy({}, { get: (_, path) => () => (path === reads ? empty : "E001") }));
  const client = newQueryClient(() => undefined);
  client.setQueryData(sessionKey, { member, msgInfo: { newMsg: 0 }, documents: [] });
  client.setQueryData(balanceKey, { cashAmt: 0, pointAmt: 0, version: 1 });
  client.setQueryData([...siteQuery.queryKey], site);
  const router = newRouter(client, createMemoryHistory({ initialEntries: [paths.faq] }));
  const end = new SessionEnd(client, { here: () => paths.home, go: () => undefined });
  await show(
    <SessionEndProvider end={end}>
      <GamesProvider games={newGames(client)}>
        <RouterProvider router={router} />
      </GamesProvider>
    </SessionEndProvider>,
    "en",
    client,
  );
  await screen.findByRole("heading", { level: 1 });
  return { router, read: () => calls.filter(({ path }) => path === reads).length };
}

test.each([
  { to: paths.notices, reads: "/api/board/notice/list" },
  { to: paths.events, reads: "/api/board/event/list" },
  { to: paths.board, reads: "/api/board/board/list" },
  { to: paths.inquiries, reads: "/api/board/qna/list" },
  { to: paths.messages, reads: "/api/board/msgList" },
  { to: paths.point, reads: "/api/cash/pointList" },
  { to: paths.deposits, reads: "/api/cash/list/" },
  { to: paths.coupons, reads: "/api/coupon/list" },
  { to: paths.gifts, reads: "/api/give/list" },
])(
  "$to reads its list once, when a pointer comes over its link, and not again when it is opened",
  async ({ to, reads }) => {
    const { router, read } = await open(reads);
    await router.preloadRoute({ to });
    await waitFor(() => expect(read()).toBe(1));
    await router.navigate({ to });
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    await waitFor(() => expect(router.state.status).toBe("idle"));
    expect(read()).toBe(1);
  },
);
