import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { BlocksPage } from "./blocks-page.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const block = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  kind: "ip",
  value: `192.0.2.${id}/32`,
  reason: "fraud",
  blockedBy: "clerk1",
  at: "2026-11-23T03:00:00Z",
  until: null,
  over: false,
  ...more,
});

async function page(rows: ReturnType<typeof block>[]) {
  let list = rows;
  const calls = stubApi({
    "/api/admin/block/list": () => ({ list, pageInfo: { page: 1, pages: 1, total: list.length, countPerList: 50 } }),
    "/api/admin/block/add": () => ({}),
    "/api/admin/block/clear": () => {
      const removed = list.filter(({ over }) => over).length;
      list = list.filter(({ over }) => !over);
      return { removed };
    },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: BlocksPage }),
    history: createMemoryHistory(),
  });
  await show(<RouterProvider router={router} />);
  return calls;
}

test("a block may end by itself", async () => {
  const calls = await page([]);
  await userEvent.click(await screen.findByRole("button", { name: "Add a block" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Value"), "192.0.2.9");
  await userEvent.type(dialog.getByLabelText("Reason"), "fraud");
  await userEvent.selectOptions(dialog.getByLabelText("Until"), "7 days");
  await userEvent.click(dialog.getByRole("button", { name: "Add a block" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/add"))?.body).toEqual({
    kind: "ip",
    value: "192.0.2.9",
    reason: "fraud",
    hours: 168,
  });
});

test("a block that is over is marked, and all of them are cleared at once", async () => {
  await page([block(1), block(2, { until: "2026-11-23T04:00:00Z", over: true })]);
  const over = within(await screen.findByRole("row", { name: /192\.0\.2\.2/ }));
  expect(over.getByText("Expired")).toBeDefined();
  expect(within(screen.getByRole("row", { name: /192\.0\.2\.1/ })).getByText("Until it is lifted")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Clear expired blocks" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Clear expired blocks" }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /192\.0\.2\.2/ })).toBeNull());
  expect(screen.queryByRole("button", { name: "Clear expired blocks" })).toBeNull();
});

test("without blocks that are over there is nothing to clear", async () => {
  await page([block(1)]);
  await screen.findByRole("row", { name: /192\.0\.2\.1/ });
  expect(screen.queryByRole("button", { name: "Clear expired blocks" })).toBeNull();
});
