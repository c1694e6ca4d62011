import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { LiveRoute } from "./live-route.tsx";

Element.prototype.scrollIntoView ??= () => undefined;

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const pageInfo = (total: number) => ({ page: 1, countPerList: 100, total, pages: 1 });
const request = (idx: number, memId: string, cashType = "in") => ({
  idx,
  cashType,
  memId,
  memNick: memId,
  memName: "Kim",
  memLevel: 1,
  amount: 100_000,
  depositor: "Kim",
  bank: "Kookmin",
  accountNo: "",
  accountHolder: "",
  nameDiffers: false,
  status: 0,
  requestedAt: "2026-11-22T03:00:00Z",
  memo: "",
  processedAt: null,
  processedBy: "",
  memberCash: 0,
  inBreak: false,
  turnoverOpen: 0,
  forfeited: 0,
  forfeitedPoints: 0,
});

/** The live page with two requests of a kind, of which an approved one leaves the queue. */
async function open(first: number, payoutRefusal = "", kind = "in") {
  let waiting = [request(first, "minsu", kind), request(first + 1, "jiwoo", kind)];
  const calls = stubApi({
    "/api/admin/cash/list": ({ cashType }) => {
      const list = cashType === kind ? waiting : [];
      return { list, pageInfo: pageInfo(list.length) };
    },
    "/api/admin/cash/background": () => ({
      bonuses: [{ rule: "first", unit: "point", amount: 115_000, turnover: 345_000 }],
      deposits: { count: 2, amount: 300_000 },
      withdrawals: { count: 0, amount: 0 },
      net: 300_000,
      first: false,
      turnover: 40_000,
      owed: kind === "pt" ? 60_000 : 0,
      reopened: 0,
      payoutRefusal,
      handledBy: "sora",
      askedBy: "",
      shared: [
        { memId: "twin1", memNick: "Twin", status: "normal", address: true, device: true, account: false },
        { memId: "near1", memNick: "Near", status: "normal", address: true, device: false, account: false },
      ],
      sharedMore: true,
      requests: [
        {
          idx: 3,
          cashType: "in",
          amount: 70_000,
          status: -2,
          requestedAt: "2026-11-21T03:00:00Z",
          processedBy: "kim",
          memo: "no money came",
        },
      ],
      bets: [
        { idx: 9, gameName: "Moon Jar", stake: 1_000, payout: 2_500, state: "closed", at: "2026-11-21T04:00:00Z" },
      ],
      language: "ko",
      reasons: [
        { template: "notArrived", text: "Your transfer has not arrived.", memberText: "입금이 확인되지 않았습니다." },
      ],
    }),
    "/api/admin/cash/refuse": ({ idx }) => {
      waiting = waiting.filter((one) => one.idx !== idx);
      return request(Number(idx), "");
    },
    "/api/admin/cash/approve": ({ idx }) => {
      waiting = waiting.filter((one) => one.idx !== idx);
      return request(Number(idx), "");
    },
  });
  const root = createRootRoute({ component: LiveRoute });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  const view = await show(<RouterProvider router={router as never} />);
  view.client.setQueryData(sessionKey, { admin: { rights: ["cash"] } });
  await screen.findByRole("row", { name: /minsu/ });
  return calls;
}

const detail = () => screen.getByRole("complementary", { name: "Details" });

test("the bonus that an approval pays is shown before it, and the next row is chosen after it", async () => {
  const calls = await open(7);
  await userEvent.keyboard("j");
  await within(detail()).findByRole("heading", { name: "minsu" });
  expect(await within(detail()).findByText("115,000 P")).toBeDefined();
  expect(within(detail()).getAllByText("₩300,000")).toHaveLength(2); // deposits, and the net
  await userEvent.keyboard("a");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("115,000 P")).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Approve ₩100,000" }));
  await within(detail()).findByRole("heading", { name: "jiwoo" });
  await userEvent.keyboard("a");
  await userEvent.click(await screen.findByRole("button", { name: "Approve ₩100,000" }));
  await within(detail()).findByText("Nothing selected");
  expect(calls.filter(({ path }) => path.endsWith("/approve")).map(({ body }) => body.idx)).toEqual([7, 8]);
});

test("one call brings what the decision needs: warnings, accounts in common, the last requests and bets", async () => {
  const calls = await open(17);
  await userEvent.keyboard("j");
  expect(await within(detail()).findByText("no money came")).toBeDefined();
  for (const text of [
    "sora is handling this",
    "Same IP and browser",
    "Same IP and browser · 1",
    "Same address (IP) · 2+",
  ])
    expect(within(detail()).getByText(text)).toBeDefined();
  expect(within(detail()).getAllByText("twin1")).toHaveLength(2);
  expect(within(detail()).getByText(/Moon Jar/)).toBeDefined();
  expect(calls.filter(({ path }) => path.endsWith("/background"))).toHaveLength(1);
  expect(calls.some(({ path, body }) => path.endsWith("/cash/list") && body.memId !== undefined)).toBe(false);
});

test.each([
  ["", undefined],
  ["U042", "Payouts are held: new password or changed details"],
  ["U022", "Withdrawals are switched off for this member"],
  ["U020", "The member's status stops payouts"],
])("why a payout would be refused is the first warning: %s", async (code, words) => {
  await open(30, code);
  await userEvent.keyboard("j");
  await within(detail()).findByText("sora is handling this");
  for (const one of ["Payouts are held", "Withdrawals are switched off", "stops payouts"])
    expect(within(detail()).queryByText(new RegExp(one)) !== null).toBe(words?.includes(one) ?? false);
});

// D-73
test("a partner's withdrawal has a queue of its own, and is judged by its PT and what the partner owes", async () => {
  const calls = await open(50, "C034", "pt");
  expect(
    within(screen.getByRole("region", { name: "PT withdrawals" })).getByRole("row", { name: /minsu/ }),
  ).toBeDefined();
  await userEvent.keyboard("j");
  expect(await within(detail()).findByText(/The partner owes more than the PT that is left/)).toBeDefined();
  expect(within(detail()).getByText("Owes for commissions or corrections")).toBeDefined();
  expect(within(detail()).queryByText("Balance")).toBeNull();
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("The held amount goes back to the partner's PT at once.")).toBeDefined();
  await userEvent.type(within(dialog).getByRole("textbox"), "the debt first");
  await userEvent.click(within(dialog).getByRole("button", { name: "Refuse ₩100,000" }));
  await within(detail()).findByRole("heading", { name: "jiwoo" });
  await userEvent.keyboard("a");
  await userEvent.click(await screen.findByRole("button", { name: "Pay ₩100,000" }));
  await within(detail()).findByText("Nothing selected");
  expect(calls.filter(({ path }) => /refuse|approve/.test(path)).map(({ body }) => body.idx)).toEqual([50, 51]);
});

test("a refusal names a usual reason, shows what the member will read, and selects the next row", async () => {
  const calls = await open(37);
  await userEvent.keyboard("j");
  await within(detail()).findByText("sora is handling this");
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog");
  const refuse = () => within(dialog).getByRole("button", { name: "Refuse ₩100,000" });
  await userEvent.click(refuse());
  expect(await within(dialog).findByText("Please give a reason.")).toBeDefined();
  await userEvent.selectOptions(within(dialog).getByRole("combobox"), "notArrived");
  await userEvent.type(within(dialog).getByRole("textbox"), "오후 3시");
  expect(within(dialog).getByText(/입금이 확인되지 않았습니다\.\s+오후 3시/)).toBeDefined();
  await userEvent.click(refuse());
  await within(detail()).findByRole("heading", { name: "jiwoo" });
  expect(calls.find(({ path }) => path.endsWith("/refuse"))?.body).toMatchObject({
    idx: 37,
    template: "notArrived",
    memo: "오후 3시",
  });
});

test("the second press of a double click does not decide the row that took the place of the first", async () => {
  const calls = await open(27);
  await userEvent.keyboard("j");
  const hold = () => within(detail()).getByRole("button", { name: /^Claim|^Hold|^In process/ });
  await within(detail()).findByRole("heading", { name: "minsu" });
  const holds = () => calls.filter(({ path }) => path.endsWith("/hold")).length;
  await userEvent.dblClick(hold());
  await waitFor(() => expect(holds()).toBe(1));
  await userEvent.click(hold());
  await waitFor(() => expect(holds()).toBe(2));
});
