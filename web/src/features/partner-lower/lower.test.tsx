import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, Refused, show, stubApi } from "#shared/testing/render.tsx";
import { CreatePage } from "./create-page.tsx";
import { JoinPage } from "./join-page.tsx";
import { LowerListPage } from "./list-page.tsx";
import { LowerTreePage } from "./tree-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const row = (memId: string, more: object = {}) => ({
  memId,
  memNick: `Nick ${memId}`,
  memName: "K**",
  phone: "*******1234",
  partner: false,
  partnerLevel: 0,
  memLevel: 1,
  recommender: "harbor",
  status: "normal",
  login: true,
  bet: true,
  recommend: false,
  casino: true,
  slot: true,
  cashAmt: 5_000,
  pointAmt: 10,
  deposits: 20_000,
  withdrawals: 0,
  joinedAt: "2026-11-01T03:00:00Z",
  joinIp: "10.0.0.1",
  lastLoginAt: null,
  lastLoginIp: "",
  online: false,
  ...more,
});

const card = (memId: string, more: object = {}) => ({
  ...row(memId),
  bankName: "Kookmin",
  accountNo: "****5678",
  upline: ["harbor"],
  switched: [],
  money: null,
  rounds: [],
  logins: [],
  shared: [],
  sharedMore: false,
  ...more,
});

const everything = ["lower.read", "lower.write", "lower.modify", "money.read"];

/** The amounts of an account, as they are sent to a person without the right to see money. */
const unseen = { cashAmt: null, pointAmt: null, deposits: null, withdrawals: null };

async function open(page: typeof LowerListPage, answers: Parameters<typeof stubApi>[0], at = "/", rights = everything) {
  const calls = stubApi(answers);
  const root = createRootRoute({ component: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, { agent: { agentId: "harbor", memId: "harbor", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const sent = (calls: Awaited<ReturnType<typeof open>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body: { siteId: _, ...body } }) => body);

const list = (more: object = {}) => ({
  list: [row("minsu01"), row("sub01", { partner: true, partnerLevel: 2, bet: false })],
  totals: { members: 7, partners: 2, cash: 90_000, points: 10 },
  next: "",
  ...more,
});

test("the list shows its totals, what is switched off, and pages by key", async () => {
  const calls = await open(LowerListPage, {
    "/api/partner/lower/list": ({ after }) =>
      after === "k1" ? list({ list: [row("later01")], totals: null }) : list({ next: "k1" }),
  });
  const line = (await screen.findByText("sub01")).closest("tr") as HTMLElement;
  expect(within(line).getByText("Betting, Referring")).toBeTruthy();
  expect(screen.getByLabelText("Totals").textContent).toContain("90,000");
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByText("later01")).toBeTruthy();
  expect(screen.getByLabelText("Totals").textContent).toContain("90,000"); // of all pages
  await userEvent.selectOptions(screen.getByLabelText("Status"), "black");
  await waitFor(() =>
    expect(sent(calls, "/api/partner/lower/list").at(-1)).toMatchObject({ status: "black", after: "" }),
  );
});

const blind = {
  "/api/partner/lower/list": () =>
    list({ list: [row("minsu01", unseen)], totals: { members: 7, partners: 2, cash: null, points: null } }),
  "/api/partner/lower/card": () => card("minsu01", unseen),
  "/api/partner/lower/tree": () => ({
    self: { members: 101, partners: 1, cash: null, online: 3 },
    list: [
      {
        ...row("sub01", { partner: true, partnerLevel: 2, ...unseen }),
        branch: { members: 101, partners: 0, cash: null, online: 3 },
      },
    ],
    next: "",
  }),
};

const headsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("columnheader")
    .map((head) => head.textContent);

test("with the right to see money the list has its columns, its order and its totals", async () => {
  const calls = await open(LowerListPage, { "/api/partner/lower/list": () => list() }, "/?sort=cash");
  const table = await screen.findByRole("table");
  expect(headsOf(table)).toEqual(expect.arrayContaining(["Balance", "Deposits", "Withdrawals"]));
  expect(within(screen.getByLabelText("Order")).getByRole("option", { name: "Largest balance" })).toBeTruthy();
  expect(sent(calls, "/api/partner/lower/list")[0]).toMatchObject({ sort: "cash" });
});

// S-87: fields have their rights as pages have. A link with the order by balance opens the list in the usual one.
test("without the right to see money the list has no amounts and no order by them, nor has the card", async () => {
  const calls = await open(LowerListPage, blind, "/?sort=cash&member=minsu01", ["lower.read"]);
  const table = await screen.findByRole("table");
  expect(headsOf(table)).toEqual(expect.arrayContaining(["Account", "Last login"]));
  for (const head of ["Balance", "Points", "Deposits", "Withdrawals"]) {
    expect(headsOf(table)).not.toContain(head);
    expect(screen.queryByLabelText(head)).toBeNull(); // nor can the column be chosen
  }
  expect(screen.getByLabelText("Order")).toHaveProperty("value", "joined");
  expect(screen.queryByRole("option", { name: "Largest balance" })).toBeNull();
  expect(sent(calls, "/api/partner/lower/list").every(({ sort }) => sort === "joined")).toBe(true);
  expect(screen.getByLabelText("Totals").textContent).toBe("Members7Partners2");
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText("Switches")).toBeTruthy();
  for (const name of ["Money", "Balance", "Deposits"]) expect(dialog.queryByText(name)).toBeNull();
  expect(document.body.textContent).not.toMatch(/₩|null|NaN/);
});

test.each([
  ["list", LowerListPage, "Nick minsu01"],
  ["tree", LowerTreePage, "Nick sub01"],
] as const)("without the right to see money the rows of the %s on a phone have none", async (_, page, nick) => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({ matches: query.includes("640px"), addEventListener: () => {}, removeEventListener: () => {} }) as never,
  );
  await open(page, blind, "/", ["lower.read"]);
  expect(await screen.findByText(nick)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/₩|null|NaN|Balance/);
});

test("without the right to see money the tree has no balances", async () => {
  await open(LowerTreePage, blind, "/", ["lower.read"]);
  expect(await screen.findByText("101 members and 1 partners below, 3 online")).toBeTruthy();
  const heads = headsOf(screen.getByRole("treegrid"));
  expect(heads).toContain("Partners");
  for (const head of ["Balance", "Balance below"]) expect(heads).not.toContain(head);
  expect(document.body.textContent).not.toMatch(/₩|null|NaN/);
});

test("a switch needs a reason, goes through the whole subtree, and says what stayed", async () => {
  const calls = await open(
    LowerListPage,
    {
      "/api/partner/lower/list": () => list(),
      "/api/partner/lower/card": () => card("sub01", { partner: true, partnerLevel: 2 }),
      "/api/partner/lower/subtree": ({ after }) =>
        after ? { changed: 1, same: 0, kept: 2, after: "" } : { changed: 3, same: 1, kept: 0, after: "minsu01" },
    },
    "/?member=sub01",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Casino: Switch off" }));
  const dialog = within(screen.getByRole("dialog", { name: /Casino/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(dialog.getByText("Enter a reason.")).toBeTruthy();
  expect(sent(calls, "/api/partner/lower/subtree")).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Reason"), "storm");
  await userEvent.click(dialog.getByLabelText("Also for everyone below"));
  await userEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Casino/ })).toBeNull());
  expect(sent(calls, "/api/partner/lower/subtree").map(({ after }) => after)).toEqual(["", "minsu01"]);
});

test("what staff set cannot be changed, what the own side set can", async () => {
  await open(
    LowerListPage,
    {
      "/api/partner/lower/list": () => list(),
      "/api/partner/lower/card": () =>
        card("minsu01", {
          status: "stop",
          login: false,
          switched: [{ part: "login", partner: "harbor", reason: "quarrel", at: "2026-11-02T03:00:00Z", own: true }],
        }),
    },
    "/?member=minsu01",
  );
  expect(await screen.findByRole("button", { name: "Login: Switch on" })).toBeTruthy();
  expect(screen.getByText(/quarrel/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Account lock|Blacklist/ })).toBeNull();
  expect(screen.getAllByText("Set by staff, the member or a partner above")).toHaveLength(2);
});

test("without the right nothing can be switched", async () => {
  await open(
    LowerListPage,
    { "/api/partner/lower/list": () => list(), "/api/partner/lower/card": () => card("minsu01") },
    "/?member=minsu01",
    ["lower.read", "money.read"],
  );
  expect(await screen.findByText("Switches")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Switch off|Log out/ })).toBeNull();
});

test("a node of the tree is read when it is opened, and goes on at its end", async () => {
  const branch = { members: 0, partners: 0, cash: 0, online: 0 };
  const calls = await open(LowerTreePage, {
    "/api/partner/lower/tree": ({ node, after }) => {
      if (node === "")
        return {
          self: { members: 101, partners: 1, cash: 500, online: 3 },
          list: [{ ...row("sub01", { partner: true, partnerLevel: 2 }), branch: { ...branch, members: 101 } }],
          next: "",
        };
      return after === ""
        ? { self: branch, list: [{ ...row("first01"), branch }], next: "member|first01" }
        : { self: branch, list: [{ ...row("last01"), branch }], next: "" };
    },
  });
  expect(await screen.findByText(/101 members and 1 partners below, 3 online/)).toBeTruthy();
  expect(sent(calls, "/api/partner/lower/tree")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Open sub01" }));
  expect(await screen.findByText("first01")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("last01")).toBeTruthy();
  expect(screen.getByText("first01")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

const rates = Object.fromEntries(
  ["casinoRolling", "slotRolling", "minigameRolling", "casinoLosing", "slotLosing", "minigameLosing"]
    .concat([1, 2, 3, 4, 5, 6, "More"].map((n) => `sports${n}`))
    .map((key) => [key, 100]),
);

test("a partner is made within the ceilings, and a value in use is named while it is typed", async () => {
  const calls = await open(CreatePage, {
    "/api/partner/lower/ceilings": () => ({ levels: [2, 3], rates, insuredFrom: 0, insuredPart: 0, approve: false }),
    "/api/partner/lower/check": ({ value }) => (value === "taken01" ? new Refused("U116", null) : {}),
    "/api/partner/lower/create": () => ({ memId: "fresh01", recommender: "harbor", status: "pending" }),
  });
  await userEvent.type(await screen.findByLabelText("ID"), "taken01");
  expect(await screen.findByText(/already taken/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText("ID"));
  await userEvent.type(screen.getByLabelText("ID"), "fresh01");
  await waitFor(() => expect(screen.queryByText(/already taken/)).toBeNull());
  for (const [label, value] of Object.entries({
    Nickname: "Fresh",
    Password: "Pass12345",
    "Withdrawal password": "1234",
    Name: "Lee Jiwon",
    Phone: "01022223333",
    Bank: "Kookmin",
    "Account number": "110220330",
    "Account holder": "Lee Jiwon",
  })) {
    await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByLabelText(/^Partner/, { selector: "input[type=radio]" }));
  const rate = screen.getByLabelText("Casino rolling");
  await userEvent.clear(rate);
  await userEvent.type(rate, "1.01");
  expect(screen.getByRole("button", { name: "Create the partner" })).toHaveProperty("disabled", true);
  await userEvent.clear(rate);
  await userEvent.type(rate, "0.8");
  await userEvent.selectOptions(screen.getByLabelText("Partner level"), "3");
  await userEvent.click(screen.getByRole("button", { name: "Create the partner" }));
  await waitFor(() => expect(screen.getByLabelText("ID")).toHaveProperty("value", ""));
  expect(sent(calls, "/api/partner/lower/create")).toMatchObject([
    { memId: "fresh01", level: 3, rates: { casinoRolling: 80, sports1: 0 } },
  ]);
  const asked = sent(calls, "/api/partner/lower/check").filter(({ value }) => value === "01022223333");
  expect(asked, "questions about phones are counted: not again because an account was made").toHaveLength(1);
});

test("without the rights to set rates and to approve, a member is made that waits for approval", async () => {
  await open(CreatePage, {
    "/api/partner/lower/ceilings": () => ({ levels: [], rates, insuredFrom: 0, insuredPart: 0, approve: false }),
  });
  expect(await screen.findByText("The account waits for approval before its first login.")).toBeTruthy();
  expect(screen.getByLabelText(/^Member/, { selector: "input[type=radio]" })).toBeTruthy();
  expect(screen.queryByLabelText(/^Partner/, { selector: "input[type=radio]" })).toBeNull();
});

test("signups are decided by a partner with the right, and only shown to others", async () => {
  const requests = (may: boolean) => ({ list: [row("new01", { status: "pending" })], totals: null, next: "", may });
  const calls = await open(JoinPage, {
    "/api/partner/lower/requests": () => requests(true),
    "/api/partner/lower/approve": () => ({}),
    "/api/partner/lower/refuse": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Approve new01" }));
  await waitFor(() => expect(sent(calls, "/api/partner/lower/approve")).toEqual([{ memId: "new01" }]));
  await userEvent.click(screen.getByRole("button", { name: "Refuse new01" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Reason"), "unknown person");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await waitFor(() =>
    expect(sent(calls, "/api/partner/lower/refuse")).toEqual([{ memId: "new01", reason: "unknown person" }]),
  );
});

test("a partner without the right sees signups and no buttons", async () => {
  await open(JoinPage, {
    "/api/partner/lower/requests": () => ({
      list: [row("new01", { status: "pending" })],
      totals: null,
      next: "",
      may: false,
    }),
  });
  expect(await screen.findByText(/Staff decides about them/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Approve|Refuse/ })).toBeNull();
});
