import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, Refused, show, stubApi } from "#shared/testing/render.tsx";
import { PayoutsPage } from "./payouts-page.tsx";
import { PTPage } from "./pt-page.tsx";
import { PurseBadge } from "./purse-badge.tsx";
import { SendsPage } from "./sends-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const soon = () => new Date(Date.now() + 9 * 60_000).toISOString();

const send = (id: number, more: object = {}) => ({
  id,
  kind: "pay",
  memId: "minsu01",
  toPartner: false,
  gains: true,
  amount: 10_000,
  reason: "as agreed",
  agent: "harbor.kim",
  reverses: 0,
  reversedBy: 0,
  back: 0,
  pt: 90_000,
  at: "2026-11-27T03:00:00Z",
  reversibleUntil: null,
  ...more,
});

async function open(page: typeof SendsPage, more: Parameters<typeof stubApi>[0] = {}, may = true) {
  const calls = stubApi({
    "/api/partner/money/purse": () => ({
      pt: 90_000,
      version: 3,
      may,
      dayMax: 50_000,
      today: 10_000,
      left: 40_000,
      recallLeft: 50_000,
      payoutLeft: 50_000,
    }),
    "/api/partner/money/sends": () => ({
      list: [send(2, { reversibleUntil: soon() }), send(1, { kind: "recall", gains: false })],
      totals: { count: 2, paid: 10_000, recalled: 10_000, paidOut: 0, reversed: 0 },
      next: 0,
      now: "2026-11-27T03:00:00Z",
    }),
    "/api/partner/money/targets": () => ({
      list: [{ memId: "minsu01", nick: "Minsu", partner: false, balance: 9_000, recallable: 7_000 }],
    }),
    ...more,
  });
  const root = createRootRoute({ component: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, {
    agent: { agentId: "harbor", memId: "harbor", rights: ["money.read", "money.write"] },
  });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const sent = (calls: Awaited<ReturnType<typeof open>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body: { siteId: _, ...body } }) => body);

test("a payment names the account, the amount and what is left before it is made", async () => {
  const calls = await open(SendsPage, { "/api/partner/money/pay": () => send(3, { amount: 40_000 }) });
  await userEvent.click(await screen.findByRole("button", { name: "Pay" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  expect(dialog.getByText("Enter the amount.")).toBeTruthy();
  await userEvent.click(await dialog.findByRole("button", { name: /minsu01/ }));
  await userEvent.click(dialog.getByRole("button", { name: "All" })); // what the day still allows
  await userEvent.type(dialog.getByLabelText("Reason"), "as agreed");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  expect(sent(calls, "/api/partner/money/pay")).toEqual([]);
  expect(dialog.getByText("Your PT afterwards").parentElement?.textContent).toContain("50,000");
  await userEvent.click(dialog.getByRole("button", { name: "Pay ₩40,000" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(calls, "/api/partner/money/pay")).toEqual([{ memId: "minsu01", amount: 40_000, reason: "as agreed" }]);
});

test("a refused recall goes back to the form and says why at the amount", async () => {
  await open(SendsPage, { "/api/partner/money/recall": () => new Refused("C001", null) });
  await userEvent.click(await screen.findByRole("button", { name: "Recall" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: /minsu01/ }));
  await userEvent.click(dialog.getByRole("button", { name: "All" })); // what was paid to the account and is there
  await userEvent.type(dialog.getByLabelText("Reason"), "x");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await userEvent.click(dialog.getByRole("button", { name: "Recall ₩7,000" }));
  await waitFor(() => expect(dialog.getByLabelText("Amount").getAttribute("aria-invalid")).toBe("true"));
});

test.each([
  ["Pay", "40001"],
  ["Recall", "7001"],
])("%s of more than is possible cannot be confirmed", async (way, amount) => {
  const calls = await open(SendsPage);
  await userEvent.click(await screen.findByRole("button", { name: way }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: /minsu01/ }));
  await userEvent.type(dialog.getByLabelText("Amount"), amount);
  await userEvent.type(dialog.getByLabelText("Reason"), "x");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(dialog.getByLabelText("Amount").getAttribute("aria-invalid")).toBe("true"));
  expect(sent(calls, "/api/partner/money/pay")).toEqual([]);
  expect(sent(calls, "/api/partner/money/recall")).toEqual([]);
});

const payout = { id: 7, memId: "minsu01", amount: 30_000, requestedAt: "2026-11-27T03:00:00Z" };

test("a member is paid out as it was shown, or refused with a reason", async () => {
  const calls = await open(PayoutsPage, {
    "/api/partner/money/payouts": () => ({
      list: [{ ...payout, status: 0, processedAt: null, processedBy: "", memo: "" }],
      next: 0,
    }),
    "/api/partner/money/payouts/accept": () => send(3, { kind: "payout", gains: false }),
    "/api/partner/money/payouts/refuse": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  await userEvent.click(await screen.findByRole("button", { name: "Pay out ₩30,000" }));
  await waitFor(() => expect(sent(calls, "/api/partner/money/payouts/accept")).toEqual([payout]));
  await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
  await userEvent.type(await screen.findByLabelText("Reason"), "no cash");
  await userEvent.click(screen.getByRole("button", { name: "Decline ₩30,000" }));
  await waitFor(() =>
    expect(sent(calls, "/api/partner/money/payouts/refuse")).toEqual([{ ...payout, reason: "no cash" }]),
  );
});

test("an entry can be reversed while its time is not over", async () => {
  const calls = await open(SendsPage, {
    "/api/partner/money/reverse": () => send(3, { kind: "reverse", reverses: 2 }),
  });
  const buttons = await screen.findAllByRole("button", { name: /Reverse/ });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Reason"), "wrong account");
  await userEvent.click(dialog.getByRole("button", { name: "Reverse ₩10,000" }));
  await waitFor(() => expect(sent(calls, "/api/partner/money/reverse")).toEqual([{ id: 2, reason: "wrong account" }]));
});

test("without the permission nothing is offered", async () => {
  await open(SendsPage, {}, false);
  expect(await screen.findByText(/You may not pay or recall/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Pay|Recall|Reverse)/ })).toBeNull();
});

test("the PT ledger shows each move with the balance after it", async () => {
  const move = (no: number, kind: string, amount: number, after: number) => ({
    no,
    kind,
    other: kind === "correction" ? "" : "minsu01",
    reason: "",
    day: kind.startsWith("commission") ? "2026-11-25" : "",
    amount,
    after,
    at: "2026-11-27T03:00:00Z",
  });
  await open(PTPage, {
    "/api/partner/money/pt": () => ({
      list: [
        move(4, "commission.debt", -400, 90_600),
        move(3, "commission", 1_000, 91_000),
        move(2, "pt.pay", -10_000, 90_000),
        move(1, "correction", 100_000, 100_000),
      ],
      count: 4,
      in: 100_000,
      out: 10_000,
      next: 0,
    }),
  });
  const row = (await screen.findByText("Paid to an account below")).closest("tr") as HTMLElement;
  expect(within(row).getByText("minsu01")).toBeTruthy();
  expect(row.textContent).toContain("90,000");
  expect(screen.getByText("Credit or debit by head office")).toBeTruthy();
  for (const name of ["Commission paid", "Taken for what you owe"]) {
    expect(screen.getByText(name).closest("tr")?.textContent).toContain("Your statement of 2026-11-25");
  }
});

test("the header shows the PT", async () => {
  await open(PurseBadge as typeof SendsPage);
  expect(await screen.findByText("PT")).toBeTruthy();
  await waitFor(() => expect(document.body.textContent).toContain("90,000"));
});
