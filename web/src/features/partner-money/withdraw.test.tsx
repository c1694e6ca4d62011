import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, Refused, show, stubApi } from "#shared/testing/render.tsx";
import { WithdrawPage } from "./withdraw-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const terms = {
  own: true,
  bank: "Kookmin",
  accountNo: "**********1234",
  pt: 90_000,
  held: 0,
  owed: 20_000,
  min: 10_000,
  max: 5_000_000,
  dayMax: 10_000_000,
  left: 10_000_000,
  refusal: null,
};

const row = (id: number, status: number) => ({
  id,
  amount: 30_000,
  status,
  bank: "Kookmin",
  accountNo: "**********1234",
  requestedAt: "2026-11-27T03:00:00Z",
  processedAt: null,
  memo: status === -2 ? "Please check the account." : "",
});

async function open(more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/partner/money/withdrawal": () => terms,
    "/api/partner/money/withdrawals": () => ({ list: [row(3, 0), row(2, 2), row(1, -2)], next: 0 }),
    ...more,
  });
  const root = createRootRoute({ component: WithdrawPage });
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

test("a withdrawal of PT leaves what is owed, and the button says the amount", async () => {
  const calls = await open({ "/api/partner/money/withdraw": () => row(4, 0) });
  const amount = await screen.findByLabelText(/^Amount/);
  await userEvent.type(amount, "70001");
  await userEvent.type(screen.getByLabelText(/^Withdrawal password/), "1234");
  await userEvent.click(screen.getByRole("button", { name: "Withdraw ₩70,001" }));
  expect(await screen.findByText("At most ₩70,000 is possible now.")).toBeTruthy();
  expect(sent(calls, "/api/partner/money/withdraw")).toEqual([]);
  await userEvent.clear(amount);
  await userEvent.type(amount, "70000");
  await userEvent.click(screen.getByRole("button", { name: "Withdraw ₩70,000" }));
  await waitFor(() =>
    expect(sent(calls, "/api/partner/money/withdraw")).toEqual([{ amount: 70_000, cashPin: "1234" }]),
  );
});

test("a refusal stands at its field", async () => {
  await open({
    "/api/partner/money/withdraw": () => new Refused("C001", null),
  });
  await userEvent.type(await screen.findByLabelText(/^Amount/), "20000");
  await userEvent.type(screen.getByLabelText(/^Withdrawal password/), "1234");
  await userEvent.click(screen.getByRole("button", { name: "Withdraw ₩20,000" }));
  await waitFor(() => expect(screen.getByLabelText(/^Amount/).getAttribute("aria-invalid")).toBe("true"));
});

test("only what staff has not taken in hand can be cancelled, and reasons are read", async () => {
  const calls = await open({ "/api/partner/money/withdraw/cancel": () => ({}) });
  expect(await screen.findByText("Staff is working on it")).toBeTruthy();
  expect(screen.getByText("Please check the account.")).toBeTruthy();
  const buttons = screen.getAllByRole("button", { name: "Cancel" });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel ₩30,000" }));
  await waitFor(() => expect(sent(calls, "/api/partner/money/withdraw/cancel")).toEqual([{ id: 3 }]));
});

test.each([
  [{ refusal: { code: "C008", params: { minutes: "60" } } }, /60 min after the last one/],
  [{ pt: 29_999 }, "You need ₩10,000 of free PT to withdraw."],
  [{ bank: "", refusal: { code: "U023", params: {} } }, /No bank account is registered/],
])("the form says why it is closed: %o", async (more, words) => {
  await open({ "/api/partner/money/withdrawal": () => ({ ...terms, ...more }) });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Withdraw" }).hasAttribute("disabled")).toBe(true);
});

test("a person of the partner sees, and cannot ask", async () => {
  await open({ "/api/partner/money/withdrawal": () => ({ ...terms, own: false }) });
  expect(await screen.findByText("Only the partner itself can withdraw.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Withdraw" }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});
