import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Right } from "#shared/api/contract.gen.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPersonTexts } from "#shared/i18n/person-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { MemberPage } from "./member-page.tsx";
import { personSearch } from "./person.ts";

beforeAll(async () => {
  await startI18n("admin");
  await addPersonTexts();
});
afterEach(() => vi.unstubAllGlobals());

const pageInfo = { page: 1, pages: 1, total: 2, countPerList: 50 };
const entry = (no: number, kind: string, source: string, ref: string) => ({
  no,
  at: "2026-11-23T03:00:00Z",
  unit: "cash",
  kind,
  amount: 1_000 * no,
  balance: 9_000 * no,
  ref,
  source,
});

async function open(rights: Right[], address: string, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/admin/member/ledger": () => ({
      list: [entry(2, "withdraw.hold", "request", "41"), entry(1, "win", "round", "t7")],
      pageInfo,
      totals: [],
    }),
    "/api/admin/member/logins": () => ({
      sessions: [],
      list: [{ at: "2026-11-23T03:00:00Z", ip: "192.0.2.7", result: "U003" }],
      pageInfo,
    }),
    ...more,
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { rights } });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/admin/members/$memId", component: MemberPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await show(<RouterProvider router={router as never} />, "en", client);
  await screen.findByRole("heading", { name: "minsu" });
  return calls;
}

test("nonsense in the address shows the overview", () => {
  expect(personSearch({ part: "all", page: "-1", from: "soon" })).toEqual({});
});

test("only the parts that the reader has the right for are there, and no other is asked for", async () => {
  const calls = await open(["cash"], "/admin/members/minsu?part=audit");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Ledger", "Bets", "Requests"]);
  await screen.findByText("withdraw.hold");
  expect(calls.map(({ path }) => path)).toEqual(["/api/admin/member/ledger"]);
});

test("an entry of the ledger shows the balance after it, and leads to what explains it", async () => {
  const calls = await open(["cash"], "/admin/members/minsu?part=ledger&from=2026-11-01");
  const row = await screen.findByRole("row", { name: /withdraw\.hold/ });
  expect(within(row).getByText("₩18,000")).toBeDefined();
  expect(within(row).getByRole("link", { name: "Request 41" }).getAttribute("href")).toContain("part=requests");
  expect(screen.getByRole("link", { name: "Bet t7" }).getAttribute("href")).toContain("part=rounds");
  expect(calls[0]?.body).toMatchObject({ memId: "minsu", page: 1 });
  expect(calls[0]?.body.startDate).toContain("2026-11-01");
});

test("tabs are chosen by the keyboard, and each is a call of its own", async () => {
  const calls = await open(["member", "cash"], "/admin/members/minsu?part=requests", {
    "/api/admin/cash/list": () => ({ list: [], pageInfo: { ...pageInfo, total: 0, pages: 0 } }),
  });
  await screen.findByText("Nothing here yet");
  screen.getByRole("tab", { name: "Requests" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  await screen.findByText("Refused (U003)");
  expect(screen.getByText("The member is not logged in.")).toBeDefined();
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/admin/member/logins"));
});
