import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubApi } from "#shared/testing/render.tsx";
import { messageListQuery, messageQuery } from "./messages.ts";
import { putUnread } from "./unread.ts";

let client: QueryClient;
const shown = () => client.getQueryData(["message", "unread"]);

const message = (idx: number) => ({
  idx,
  title: "t",
  content: "c",
  sender: "",
  sentAt: "2026-09-10T12:00:00Z",
  read: false,
});

beforeEach(async () => {
  client = new QueryClient();
  putUnread(client, { count: 4, version: 10 });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens message 1 of four unread ones; `during` runs on the server, before the answer. */
async function open(during: () => void): Promise<void> {
  stubApi({
    "/api/board/msgList": () => ({ list: [1, 2, 3, 4].map(message), pageInfo: { page: 1, pages: 1, total: 4 } }),
    "/api/board/msgRead": () => {
      during();
      return { ...message(1), read: true };
    },
  });
  await client.fetchQuery(messageListQuery(1, 10));
  await client.fetchQuery(messageQuery(client, 1));
}

test("one read message counts once when the hub's number comes before the answer", async () => {
  await open(() => putUnread(client, { count: 3, version: 11 }));
  expect(shown()).toEqual({ count: 3, version: 11 });
});

test("one read message counts once when the answer comes before the hub's number", async () => {
  await open(() => undefined);
  expect(shown()).toMatchObject({ count: 3 });
  putUnread(client, { count: 3, version: 11 });
  expect(shown()).toEqual({ count: 3, version: 11 });
});
