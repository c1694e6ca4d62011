import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { LiveRoute } from "./live-route.tsx";

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.scrollIntoView ??= () => undefined;

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const pageInfo = (total: number) => ({ page: 1, countPerList: 100, total, pages: 1 });
const request = (idx: number, memId: string) => ({
  idx,
  cashType: "in",
  memId,
  memNick: memId,
  memName: "Kim",
  memLevel: 1,
  amount: 100_000,
  depositor: "Kim",
  bank: "Kookmin",
  accountNo: "",
  accountHolder: "",
  status: 0,
  requestedAt: "2026-11-22T03:00:00Z",
  memo: "",
  memberCash: 0,
  inBreak: false,
  turnoverOpen: 0,
  forfeited: 0,
  forfeitedPoints: 0,
});

/** The live page with two deposits, of which an approved one leaves the queue. */
async function open(first: number) {
  let waiting = [request(first, "minsu"), request(first + 1, "jiwoo")];
  const calls = stubApi({
    "/api/admin/cash/list": ({ cashType, memId }) => {
      if (memId)
        return { list: [{ ...request(3, String(memId)), status: -2, memo: "no money came" }], pageInfo: pageInfo(1) };
      const list = cashType === "in" ? waiting : [];
      return { list, pageInfo: pageInfo(list.length) };
    },
    "/api/admin/cash/background": () => ({
      bonuses: [{ rule: "first", unit: "point", amount: 115_000, turnover: 345_000 }],
      deposits: { count: 2, amount: 300_000 },
      withdrawals: { count: 0, amount: 0 },
      turnover: 40_000,
    }),
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
  expect(within(detail()).getByText("₩300,000")).toBeDefined();
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

test("a member's recent requests are asked for by the member", async () => {
  const calls = await open(17);
  await userEvent.keyboard("j");
  expect(await within(detail()).findByText("no money came")).toBeDefined();
  const asked = calls.filter(({ path, body }) => path.endsWith("/cash/list") && body.memId !== undefined);
  expect(asked.map(({ body }) => body.memId)).toEqual(["minsu"]);
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
