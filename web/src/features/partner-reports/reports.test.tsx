import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { AccessPage } from "./access-page.tsx";
import { AddressesPage } from "./addresses-page.tsx";
import { DepositsPage, WithdrawalsPage } from "./cash-page.tsx";
import { PointsPage } from "./points-page.tsx";
import { SummaryPage } from "./summary-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

async function open(page: typeof AccessPage, answers: Parameters<typeof stubApi>[0], at = "/") {
  const calls = stubApi(answers);
  const root = createRootRoute({ component: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, { agent: { agentId: "harbor", memId: "harbor", rights: [] } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const sent = (calls: Awaited<ReturnType<typeof open>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body: { siteId: _, ...body } }) => body);

const sum = (count: number, amount: number) => ({ count, amount });

test("deposits have the totals of the whole selection by what became of them", async () => {
  const calls = await open(
    DepositsPage,
    {
      "/api/partner/reports/cash": () => ({
        list: [
          {
            id: 7,
            memId: "minsu01",
            memNick: "Minsu",
            amount: 5_000,
            state: "waiting",
            requestedAt: "2026-11-27T03:00:00Z",
            decidedAt: null,
          },
        ],
        totals: { waiting: sum(1, 5_000), done: sum(12, 660_000), cancelled: sum(0, 0) },
        next: "",
      }),
    },
    "/?state=waiting&least=1000",
  );
  expect((await screen.findByLabelText("Totals of this selection")).textContent).toContain("660,000");
  expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
  expect(sent(calls, "/api/partner/reports/cash")[0]).toMatchObject({ kind: "in", state: "waiting", least: 1_000 });
});

test("withdrawals ask for withdrawals", async () => {
  const calls = await open(WithdrawalsPage, {
    "/api/partner/reports/cash": () => ({
      list: [],
      totals: { waiting: sum(0, 0), done: sum(0, 0), cancelled: sum(0, 0) },
      next: "",
    }),
  });
  expect(await screen.findByText("No requests match")).toBeTruthy();
  expect(sent(calls, "/api/partner/reports/cash")[0]).toMatchObject({ kind: "out" });
});

test("points are asked for once a member is named", async () => {
  const user = userEvent.setup();
  const calls = await open(PointsPage, {
    "/api/partner/reports/points": () => ({
      list: [{ no: 1, createdAt: "2026-11-27T03:00:00Z", kind: "coupon", amount: 30, balance: 30 }],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
      in: 30,
      out: 0,
    }),
  });
  await screen.findByText("Enter a member ID to see its points");
  expect(calls).toHaveLength(0);
  await user.type(screen.getByRole("searchbox", { name: "Account" }), "minsu01");
  expect(await screen.findByText("Coupon")).toBeTruthy();
  expect(sent(calls, "/api/partner/reports/points").at(-1)).toMatchObject({ memId: "minsu01" });
});

test("logins show the refusals with their codes", async () => {
  const calls = await open(
    AccessPage,
    {
      "/api/partner/reports/access": () => ({
        list: [
          {
            id: 2,
            at: "2026-11-27T03:00:00Z",
            memId: "minsu01",
            memNick: "",
            result: "200",
            ip: "10.0.0.7",
            device: "Chrome, Android",
          },
          { id: 1, at: "2026-11-27T02:00:00Z", memId: "jiwoo02", memNick: "", result: "U003", ip: "", device: "" },
        ],
        next: "",
      }),
    },
    "/?result=failed",
  );
  expect(await screen.findByText("Refused (U003)")).toBeTruthy();
  expect(screen.getByText("Chrome, Android")).toBeTruthy();
  expect(sent(calls, "/api/partner/reports/access")[0]).toMatchObject({ failed: true });
});

test("shared addresses list their accounts; without the right to money there are no deposits", async () => {
  const user = userEvent.setup();
  const member = {
    memNick: "",
    recommender: "harbor",
    partner: false,
    joinedHere: true,
    lastLoginAt: "2026-11-27T03:00:00Z",
  };
  const calls = await open(AddressesPage, {
    "/api/partner/reports/addresses": () => ({
      list: [
        {
          ip: "10.0.0.7",
          accounts: 51,
          deposits: null,
          lastLoginAt: "2026-11-27T03:00:00Z",
          members: [
            { ...member, memId: "minsu01" },
            { ...member, memId: "jiwoo02" },
          ],
        },
      ],
    }),
  });
  const group = await screen.findByRole("region", { name: "10.0.0.7" });
  expect(within(group).getByText("jiwoo02", { exact: false })).toBeTruthy();
  expect(within(group).queryByText("Deposits")).toBeNull();
  expect(within(group).getByText("Only the first 50 accounts are listed.")).toBeTruthy();
  await user.click(screen.getByText("7 days"));
  await waitFor(() => expect(sent(calls, "/api/partner/reports/addresses").at(-1)).toEqual({ within: 7 }));
});

const played = (bets: number, betAmt: number, betWinAmt: number, commission: object | null = null) => ({
  bets,
  betAmt,
  betWinAmt,
  valid: betAmt,
  ggr: betAmt - betWinAmt,
  commission,
});

test("the summary is shown by day, by studio and by branch, with one total", async () => {
  const user = userEvent.setup();
  await open(SummaryPage, {
    "/api/partner/play/summary": () => ({
      asOf: "2026-11-27T04:00:00Z",
      first: "2026-11-26",
      last: "2026-11-27",
      total: { day: "", ...played(3, 70_000, 50_000, { rolling: 700, losing: -30 }), cash: null },
      days: [
        { day: "2026-11-26", ...played(1, 20_000, 0, { rolling: 200, losing: 0 }), cash: null },
        { day: "2026-11-27", ...played(2, 50_000, 50_000, { rolling: 500, losing: -30 }), cash: null },
      ],
      products: [
        { procId: "", name: "", product: "casino", ...played(3, 70_000, 50_000, { rolling: 700, losing: -30 }) },
      ],
      branches: [
        {
          kind: "partner",
          memId: "sub01",
          memNick: "",
          level: 2,
          members: 0,
          ...played(2, 60_000, 50_000, { rolling: 90, losing: 0 }),
        },
        { kind: "members", memId: "", memNick: "", level: 0, members: 4, ...played(1, 10_000, 0) },
      ],
    }),
  });
  const table = await screen.findByRole("table", { name: "By day" });
  expect(within(table).getByText("2026-11-26")).toBeTruthy();
  expect(within(table).getAllByText(/70,000/).length).toBeGreaterThan(0);
  await user.click(screen.getByText("By studio"));
  expect(await screen.findByText("Games no longer offered")).toBeTruthy();
  await user.click(screen.getByText("By branch"));
  expect(await screen.findByText("sub01 · PTN_2")).toBeTruthy();
  expect(screen.getByText("Members directly below (4)")).toBeTruthy();
});
