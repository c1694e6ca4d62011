import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { addTodayTexts } from "#shared/i18n/today-texts.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show } from "#shared/testing/render.tsx";
import { Start } from "./start.tsx";
import type { StartStep } from "./today.ts";

beforeAll(addTodayTexts);

const all: StartStep[] = ["staff", "account", "provider", "games", "documents", "levels", "partner"];

async function open(done: StartStep[], rights: string[]) {
  const client = newTestClient();
  // The page asks a session for its rights only.
  client.setQueryData(sessionKey, { admin: { rights } } as never);
  const steps = [...all.map((step) => ({ step, done: done.includes(step) })), { step: "moon", done: false }];
  const component = () => (
    <Start hosts={["play.example"]} currency="KRW" timeZone="Asia/Seoul" languages={["ko", "en"]} steps={steps} />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await show(<RouterProvider router={router} />, "en", client);
  await screen.findByRole("heading", { name: "Set up the site" });
  return screen.getAllByRole("listitem").map((item) => within(item));
}

test("each step leads to its page; a step that is done or not theirs is no link", async () => {
  const items = await open(["staff"], ["staff", "account", "catalogue", "content", "settings"]);
  expect(items).toHaveLength(all.length);
  const hrefs = items.map((item) => item.queryByRole("link")?.getAttribute("href") ?? null);
  expect(hrefs).toEqual([
    null,
    staffPaths.depositAccounts,
    staffPaths.offer,
    `${staffPaths.offer}?part=games`,
    `${staffPaths.content}?part=documents`,
    staffPaths.levels,
    null,
  ]);
  expect(items[0]?.getByText("Done")).toBeDefined();
  expect(items[1]?.getByText("To do")).toBeDefined();
  expect(items[5]?.getByText("Optional")).toBeDefined();
  expect(screen.getByText("1 of 7 done")).toBeDefined();
  expect(screen.getByText("한국어, English")).toBeDefined();
});
