import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { History } from "./history.tsx";
import { Rules } from "./rules.tsx";
import { Waiting } from "./waiting.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await Promise.all([addSportsTexts(), addAuditTexts()]);
});
afterEach(() => vi.unstubAllGlobals());

const request = (idx: number, more: Record<string, unknown> = {}) => ({
  idx,
  kind: "payout",
  target: "7",
  memId: `member${idx}`,
  currency: "KRW",
  unit: "cash",
  amount: -5_000_000,
  reason: "",
  state: "open",
  version: 1,
  askedBy: "clerk1",
  askedAt: "2026-11-23T03:00:00Z",
  expiresAt: "2026-11-24T03:00:00Z",
  decidedBy: "",
  decidedAt: null,
  note: "",
  code: "",
  account: null,
  replaces: null,
  coupons: null,
  reset: null,
  debts: [],
  ...more,
});

async function page(rights: string[], more: Parameters<typeof stubApi>[0] = {}) {
  const list = [request(1), request(2, { askedBy: "boss1", kind: "correction", amount: 900, reason: "paid twice" })];
  const over = [request(3, { state: "failed", decidedBy: "boss2", decidedAt: "2026-11-23T04:00:00Z", code: "C019" })];
  const calls = stubApi({
    "/api/admin/approval/list": (body) => {
      const shown = body.over === true ? over : list;
      return { list: shown, pageInfo: { page: 1, pages: 1, total: shown.length, countPerList: 50 } };
    },
    ...more,
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "boss1", rights } });
  const parts = (
    <>
      <Waiting page={1} onPage={() => undefined} />
      <History page={1} onPage={() => undefined} />
    </>
  );
  await show(parts, "en", client);
  await screen.findByRole("article", { name: /member1/ });
  return calls;
}

const card = (memId: string) => within(screen.getByRole("article", { name: new RegExp(memId) }));

test("D-30: the card of a commission names who owes above it", async () => {
  await page(["approve"], {
    "/api/admin/approval/list": () => ({
      list: [
        request(1, { kind: "commission", unit: "pt", amount: 500_000, debts: [{ partner: "harbor", owed: 475_000 }] }),
      ],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
  });
  expect(card("member1").getByText("Debt of harbor").parentElement?.textContent).toContain("475,000");
});

test("S-84: the second person approves what was shown; the own request can only be withdrawn", async () => {
  const calls = await page(["approve"], { "/api/admin/approval/approve": () => ({}) });
  expect(card("member2").queryByRole("button", { name: /Approve|Refuse/ })).toBeNull();
  expect(card("member2").getByRole("button", { name: "Withdraw the request" })).toBeDefined();
  expect(card("member2").getByText("paid twice")).toBeDefined();
  await userEvent.click(card("member1").getByRole("button", { name: /^Approve/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/member1 is marked as paid/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: /^Approve/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/approve"))?.body).toEqual({ idx: 1, version: 1 });
});

test("the second person of a deposit reads that it is credited, and by what to prove it", async () => {
  const deposit = request(5, { kind: "deposit", amount: 5_000_000 });
  const calls = stubApi({
    "/api/admin/approval/list": () => ({
      list: [deposit],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
    "/api/admin/approval/approve": () => ({}),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "boss1", rights: ["approve"] } });
  await show(<Waiting page={1} onPage={() => undefined} />, "en", client);
  const shown = within(await screen.findByRole("article", { name: /Deposit member5/ }));
  expect(shown.getByText(/₩5,000,000 is added to the balance of member5.*bank statement/)).toBeDefined();
  await userEvent.click(shown.getByRole("button", { name: "Approve ₩5,000,000" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Approve ₩5,000,000" }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith("/approve"))?.body).toEqual({ idx: 5, version: 1 }),
  );
});

test("the second person sees what a change of settings replaces, and approves it without an amount", async () => {
  const settings = request(4, {
    kind: "settings",
    memId: "",
    amount: 0,
    before: { depositMin: 10_000 },
    after: { depositMin: 20_000 },
  });
  const calls = stubApi({
    "/api/admin/approval/list": () => ({
      list: [settings],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
    "/api/admin/approval/approve": () => ({}),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "boss1", rights: ["approve"] } });
  await show(<Waiting page={1} onPage={() => undefined} />, "en", client);
  const shown = within(await screen.findByRole("article", { name: /Settings/ }));
  expect((await shown.findByText("₩20,000")).tagName).toBe("INS");
  expect(shown.getByText("₩10,000").tagName).toBe("DEL");
  await userEvent.click(shown.getByRole("button", { name: "Approve the change" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve the change" }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/approve"))).toBe(true));
});

test("coupons of a colleague are shown with their members, the worth of each and the turnover", async () => {
  const coupons = { count: 2, members: ["member1", "member7"], amount: 400_000, rolling: 30_000, days: 7 };
  await page(["approve"], {
    "/api/admin/approval/list": () => ({
      list: [request(1, { kind: "gift", amount: 800_000, coupons })],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
  });
  expect(card("Gift").getByText("2 coupons of ₩400,000 are issued, one to each of these members.")).toBeDefined();
  expect(card("Gift").getByText("member1, member7")).toBeDefined();
  expect(card("Gift").getByText("300 %")).toBeDefined();
  expect(card("Gift").getByRole("button", { name: "Approve ₩800,000" })).toBeDefined();
});

test("a reset by facts is approved without an amount, and says what it opens", async () => {
  await page(["approve"], {
    "/api/admin/approval/list": () => ({
      list: [request(1, { kind: "reset", amount: 0, reset: { idx: 7, secret: "password" } })],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
  });
  expect(card("Forgotten password").getByText(/member1 may choose a new password/)).toBeDefined();
  expect(card("Forgotten password").getByText("R-000007")).toBeDefined();
  expect(card("Forgotten password").queryByText("₩0")).toBeNull();
  expect(card("Forgotten password").getByRole("button", { name: "Approve the reset" })).toBeDefined();
});

test("limits of a level are named with the level, and none of its own is said in words", async () => {
  const limits = request(5, {
    kind: "settings",
    memId: "",
    amount: 0,
    before: { levels: {} },
    after: { levels: { "3": { maxStake: 7_000_000 } } },
  });
  stubApi({
    "/api/admin/approval/list": () => ({
      list: [limits],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
  });
  await show(<Waiting page={1} onPage={() => undefined} />);
  const shown = within(await screen.findByRole("article", { name: "Settings" }));
  expect((await shown.findByText("₩7,000,000")).tagName).toBe("INS");
  expect((await shown.findByText("as for all levels")).tagName).toBe("DEL");
  expect(shown.getByText("Level 3: Maximum stake")).toBeDefined();
});

test("a refusal needs a reason, and a request that a colleague decided first is said", async () => {
  const calls = await page(["approve"], { "/api/admin/approval/refuse": () => "C019" });
  await userEvent.click(card("member1").getByRole("button", { name: "Refuse" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  expect(calls.some(({ path }) => path.endsWith("/refuse"))).toBe(false);
  await userEvent.type(dialog.getByRole("textbox"), " call first ");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  expect(await dialog.findByText(/decided or changed in the meantime/)).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/refuse"))?.body).toEqual({
    idx: 1,
    version: 1,
    reason: "call first",
  });
});

test("staff without the right to approve only see, and the history says why a request failed", async () => {
  await page(["cash"]);
  expect(card("member1").queryByRole("button")).toBeNull();
  const row = within(await screen.findByRole("row", { name: /member3/ }));
  expect(row.getByText("Failed")).toBeDefined();
  expect(row.getByText(/boss2/)).toBeDefined();
});

test("a market that becomes void is named, with what that does", async () => {
  const market = {
    eventIdx: 7,
    marketIdx: 31,
    home: "Ulsan",
    away: "Jeonbuk",
    kind: "total",
    period: "half1",
    line: 5,
  };
  await page(["approve"], {
    "/api/admin/approval/list": () => ({
      list: [
        request(1, { kind: "result", amount: 0, memId: "", result: null, market }),
        request(2, { memId: "member1" }),
      ],
      pageInfo: { page: 1, pages: 1, total: 2, countPerList: 50 },
    }),
  });
  const shown = within(screen.getAllByRole("article", { name: /Match result/ })[0] as HTMLElement);
  expect(
    shown.getByText(/Ulsan – Jeonbuk: the market “Over \/ under, 1st half 1.25” becomes void on all sites/),
  ).toBeDefined();
  expect(shown.getByRole("button", { name: "Approve the void market" })).toBeDefined();
});

test("S-84: the second person sees the whole number of an account, and which one it replaces", async () => {
  const account = { bank: "Kookmin", accountNo: "99900011122233", accountHolder: "Hubstake" };
  const opens = request(4, {
    kind: "account",
    memId: "",
    unit: "",
    amount: 0,
    account,
    replaces: { ...account, accountNo: "111222333" },
  });
  const list = [request(1), opens];
  await page(["approve"], {
    "/api/admin/approval/list": ({ over }) => ({
      list: over === true ? [] : list,
      pageInfo: { page: 1, pages: 1, total: 2, countPerList: 50 },
    }),
    "/api/admin/approval/approve": () => ({}),
  });
  const shown = within(screen.getByRole("article", { name: /Deposit account/ }));
  expect(shown.getByText(/Kookmin 99900011122233 \(Hubstake\) replaces Kookmin 111222333/)).toBeDefined();
  await userEvent.click(shown.getByRole("button", { name: "Approve 99900011122233" }));
  expect(within(await screen.findByRole("dialog")).getByText(/Compare every digit/)).toBeDefined();
});

test("the rules say what one person may do alone, and how much of it is used", async () => {
  const rule = { right: "cash", bound: "", one: false, from: 0, done: 0 };
  stubApi({
    "/api/admin/approval/rules": () => ({
      list: [
        { ...rule, act: "cash.approve", kind: "deposit", from: 3_000_000, done: 120_000 },
        { ...rule, act: "casino.win.paid", kind: "win" },
        { ...rule, act: "gift.send", kind: "gift", right: "gift", one: true },
        { ...rule, act: "minigame.void", kind: "", bound: "stakes", right: "trade" },
      ],
    }),
  });
  show(<Rules />);
  const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
  const deposit = await row(/Deposit or withdrawal approved Deposit/);
  expect(deposit.getByText(/Less than ₩3,000,000 within 24 hours/)).toBeDefined();
  expect(deposit.getByText("₩120,000")).toBeDefined();
  expect((await row(/Held win paid/)).getByText("Never: it always takes two persons.")).toBeDefined();
  expect((await row(/Gift sent/)).getByText("One person is enough.")).toBeDefined();
  expect((await row(/Round voided/)).getByText(/members get back what they staked/)).toBeDefined();
});
