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
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { addDetailsTexts } from "#shared/i18n/details-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPersonTexts } from "#shared/i18n/person-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { MemberPage } from "./member-page.tsx";
import { personSearch } from "./person.ts";

beforeAll(async () => {
  await startI18n("admin");
  await Promise.all([addPersonTexts(), addAuditTexts(), addDetailsTexts(), addCorrectionsTexts()]);
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
    "/api/admin/view/list": () => ({ list: [] }),
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

/** The calls of the parts, without those for the reader's own views of their lists. */
const ofParts = (calls: { path: string; body: Record<string, unknown> }[]) =>
  calls.filter(({ path }) => path !== "/api/admin/view/list");

test("nonsense in the address shows the overview", () => {
  expect(personSearch({ part: "all", page: "-1", from: "soon" })).toEqual({});
});

test("only the parts that the reader has the right for are there, and no other is asked for", async () => {
  const calls = await open(["cash"], "/admin/members/minsu?part=audit");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Ledger", "Bets", "Requests"]);
  await screen.findByText("Held for a withdrawal");
  expect(ofParts(calls).map(({ path }) => path)).toEqual(["/api/admin/member/ledger"]);
});

test("an entry of the ledger shows the balance after it, and leads to what explains it", async () => {
  const calls = await open(["cash"], "/admin/members/minsu?part=ledger&from=2026-11-01");
  const row = await screen.findByRole("row", { name: /Held for a withdrawal/ });
  expect(within(row).getByText("₩18,000")).toBeDefined();
  expect(within(row).getByRole("link", { name: "Request 41" }).getAttribute("href")).toContain("part=requests&row=41");
  expect(screen.getByRole("link", { name: "Bet t7" }).getAttribute("href")).toContain("part=rounds&move=t7");
  const [asked] = ofParts(calls);
  expect(asked?.body).toMatchObject({ memId: "minsu", page: 1 });
  expect(asked?.body.startDate).toContain("2026-11-01");
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

test("an address with a row asks for its page, marks it and brings it into sight", async () => {
  const seen = vi.spyOn(Element.prototype, "scrollIntoView");
  const calls = await open(["cash"], "/admin/members/minsu?part=ledger&row=1");
  const row = await screen.findByRole("row", { name: /Win/ });
  expect(row.querySelector("[aria-current]")?.textContent).toMatch(/2026-11-23/);
  expect(screen.getByRole("row", { name: /Held/ }).querySelector("[aria-current]")).toBeNull();
  expect(seen).toHaveBeenCalledTimes(1);
  expect(ofParts(calls)[0]?.body).toMatchObject({ memId: "minsu", row: 1 });
  expect(screen.getByRole("link", { name: "2" }).getAttribute("href")).toContain("part=ledger&row=2");
});

test("an unknown kind of move is a change of the balance, and points are a part of their own", async () => {
  const calls = await open(["gift"], "/admin/members/minsu?part=points", {
    "/api/admin/member/points": () => ({ list: [entry(1, "of.tomorrow", "request", "41")], pageInfo, totals: [] }),
  });
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Points", "Coupons"]);
  const row = await screen.findByRole("row", { name: /Balance changed/ });
  expect(within(row).queryByRole("link", { name: "Request 41" })).toBeNull();
  expect(within(row).getByText("Request 41")).toBeDefined();
  expect(calls.map(({ path }) => path)).toEqual(["/api/admin/member/points"]);
});

test("coupons say where they went, and messages whether they were read", async () => {
  const coupon = {
    idx: 3,
    batch: 1,
    code: "ABCD1234",
    memId: "other1",
    unit: "point",
    amount: 5_000,
    rolling: 10_000,
    giftable: false,
    note: "",
    state: "used",
    givenBy: "minsu",
    issuedBy: "staff1",
    issuedAt: "2026-11-20T03:00:00Z",
    expiresAt: "2026-12-20T03:00:00Z",
    closedAt: "2026-11-21T03:00:00Z",
  };
  await open(["gift", "message"], "/admin/members/minsu?part=coupons", {
    "/api/admin/coupon/list": () => ({ list: [coupon], pageInfo }),
    "/api/admin/message/list": () => ({
      list: [
        { idx: 2, title: "Second", content: "b", sentAt: "2026-11-23T03:00:00Z", readAt: null, deletedAt: null },
        {
          idx: 1,
          title: "First",
          content: "a",
          sentAt: "2026-11-22T03:00:00Z",
          readAt: "2026-11-22T04:00:00Z",
          deletedAt: null,
        },
      ],
      pageInfo,
    }),
  });
  expect(await screen.findByText("to other1")).toBeDefined();
  expect(screen.getByText("Used")).toBeDefined();
  await userEvent.click(screen.getByRole("tab", { name: "Messages" }));
  expect(within(await screen.findByRole("row", { name: /Second/ })).getByText("Unread")).toBeDefined();
  expect(within(screen.getByRole("row", { name: /First/ })).getByText("Read")).toBeDefined();
});

test("the record names actions, and a decision about a request leads to it", async () => {
  const done = (idx: number, action: string, target: string) => ({
    idx,
    at: "2026-11-23T03:00:00Z",
    actor: "staff1",
    ip: "",
    action,
    target,
    detail: {},
  });
  const calls = await open(["audit", "cash"], "/admin/members/minsu?part=audit", {
    "/api/admin/audit/list": () => ({
      list: [done(2, "cash.approve", "41"), done(1, "member.note", "minsu")],
      pageInfo,
    }),
  });
  const row = await screen.findByRole("row", { name: /Deposit or withdrawal approved/ });
  expect(within(row).getByRole("link").getAttribute("href")).toContain("part=requests&row=41");
  expect(screen.getByText("Note added")).toBeDefined();
  expect(calls[0]?.body).toMatchObject({ memId: "minsu" });
});

test("staff makes a member a test account with a reason, and the page says who did it", async () => {
  let marked = false;
  const card = () => ({
    memId: "minsu",
    memNick: "Minsu",
    partner: false,
    status: "normal",
    statusAt: "2026-11-20T03:00:00Z",
    statusBy: "",
    statusReason: "",
    settings: { level: 1, login: true, withdraw: true, recommend: false },
    version: 1,
    testSince: marked ? "2026-11-23T03:00:00Z" : null,
    testBy: marked ? "staff1" : "",
    testReason: marked ? "a new game" : "",
    notes: [],
  });
  const calls = await open(["member", "standing"], "/admin/members/minsu", {
    "/api/admin/member/card": card,
    "/api/admin/member/list": () => ({ list: [], pageInfo: { ...pageInfo, total: 0, pages: 0 } }),
    "/api/admin/member/test": () => {
      marked = true;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Make it a test account" }));
  const dialog = screen.getByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Make it a test account" }));
  expect(marked).toBe(false); // a reason is missing
  await userEvent.type(within(dialog).getByRole("textbox"), " a new game ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Make it a test account" }));
  expect(await screen.findByText("a new game")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Make it a test account" })).toBeNull();
  const sent = calls.find(({ path }) => path === "/api/admin/member/test");
  expect(sent?.body).toMatchObject({ memId: "minsu", reason: "a new game" });
});

test("coupons and changes of details are asked for by days", async () => {
  const none = { list: [], pageInfo: { ...pageInfo, total: 0, pages: 0 } };
  const calls = await open(["gift", "reset"], "/admin/members/minsu?part=coupons&from=2026-11-01", {
    "/api/admin/coupon/list": () => none,
    "/api/admin/details/list": () => none,
  });
  await screen.findByText("There is nothing in this period.");
  await userEvent.click(screen.getByRole("tab", { name: "Changes of details" }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/admin/details/list"));
  for (const { body } of calls) expect(body.startDate).toContain("2026-11-01");
});

test("a saved view of the ledger shows its days again", async () => {
  const calls = await open(["cash"], "/admin/members/minsu?part=ledger&page=2", {
    "/api/admin/view/list": ({ list }) => ({
      list:
        list === "ledger"
          ? [{ idx: 1, name: "May", search: "?from=2026-05-01&to=2026-05-31", look: { columns: {}, density: "" } }]
          : [],
    }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "May" }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ memId: "minsu", page: 1 }));
  expect(calls.at(-1)?.body.startDate).toContain("2026-05-01");
  expect(calls.at(-1)?.body.endDate).toContain("2026-05-31");
  expect(screen.getByRole("button", { name: "May", pressed: true })).toBeDefined();
});
