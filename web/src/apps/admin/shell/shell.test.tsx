import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Right } from "#shared/api/contract.gen.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { Shell } from "./shell.tsx";

let phone = false;

beforeAll(() => startI18n("admin"));
beforeEach(() => {
  phone = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: phone && query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => vi.unstubAllGlobals());

async function open(...rights: Right[]) {
  const calls = stubApi({
    "/api/admin/site/status": () => ({
      inspect: false,
      paused: [],
      online: 3,
      pendingSignups: 4,
      pendingIn: 2,
      pendingOut: 1,
      pendingPt: 0,
      pendingApprovals: 5,
      pendingResets: 0,
      pendingDetails: 0,
      unseenNotices: 0,
    }),
    "/api/admin/member/list": () => ({
      list: [{ memId: "minsu", memNick: "Lamp", phone: "+821012345678" }],
      pageInfo: { page: 1, countPerList: 50, total: 1, pages: 1 },
    }),
  });
  const root = createRootRoute({ component: Shell });
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => <h1>{path}</h1> });
  const router = createRouter({
    routeTree: root.addChildren([page(staffPaths.home), page(staffPaths.members), page(staffPaths.inquiries)]),
    history: createMemoryHistory({ initialEntries: [staffPaths.home] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { name: "kim", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return { calls, router };
}

const nav = () => screen.findByRole("navigation", { name: "Back office pages" });
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole("link")
    .map((link) => link.textContent);

test("the navigation has the pages for which staff has a right, by group, and what waits on them", async () => {
  await open("cash", "gift", "account", "approve");
  const list = await nav();
  await within(list).findByText("5 are waiting");
  expect(names(list)).toEqual([
    "Today",
    "Queues33 are waiting",
    "Approvals55 are waiting",
    "All requests",
    "Commissions",
    "Promotions",
    "Deposit accounts",
  ]);
  expect(
    within(list)
      .getAllByRole("list")
      .map((one) => one.getAttribute("aria-label")),
  ).toEqual(["Requests", "Money"]);
  expect(within(list).getByRole("link", { current: "page" }).textContent).toContain("Queues");
});

test("the sportsbook is a group of its own for staff who may see it", async () => {
  await open("sports");
  const sportsbook = within(within(await nav()).getByRole("list", { name: "Sportsbook" }));
  expect(sportsbook.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    staffPaths.sports,
    staffPaths.parked,
    staffPaths.patterns,
    staffPaths.sportsOffer,
    staffPaths.minigame,
  ]);
});

test("on a phone the navigation is a drawer, which closes when one goes", async () => {
  phone = true;
  const { router } = await open("inquiry");
  expect(screen.queryByRole("navigation")).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Open the menu" }));
  await userEvent.click(within(await nav()).getByRole("link", { name: "Inquiries" }));
  await screen.findByRole("heading", { name: staffPaths.inquiries });
  expect(router.state.location.pathname).toBe(staffPaths.inquiries);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Ctrl+K goes to a page that staff may open", async () => {
  const { calls } = await open("inquiry");
  await nav();
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox");
  await userEvent.type(field, "members");
  expect(screen.queryAllByRole("option")).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, "inq{Enter}");
  await screen.findByRole("heading", { name: staffPaths.inquiries });
  expect(calls.filter(({ path }) => path.includes("/member/"))).toEqual([]);
});

test("the palette finds members by a part of what is known of them", async () => {
  const { calls, router } = await open("member");
  await nav();
  await userEvent.click(screen.getByRole("button", { name: /^Search/ }));
  await userEvent.type(await screen.findByRole("combobox"), "1234");
  await userEvent.click(await screen.findByRole("option", { name: /minsu/ }));
  await screen.findByRole("heading", { name: staffPaths.members });
  expect(router.state.location.search).toEqual({ q: "minsu", member: "minsu" });
  expect(calls.findLast(({ path }) => path.endsWith("/member/list"))?.body.search).toBe("1234");
});
