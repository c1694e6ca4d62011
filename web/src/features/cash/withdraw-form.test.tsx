import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Balance, Member, SiteOption } from "#shared/api/types.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

afterEach(() => vi.unstubAllGlobals());

const site = {
  withdrawMin: 10_000,
  withdrawMax: 1_000_000,
  withdrawUnit: 10_000,
  pinLength: 4,
} as unknown as SiteOption;
const member = { bankName: "Kookmin", accountMasked: "***4567", accountHolder: "Kim" } as unknown as Member;
const played = {
  needed: 0,
  done: 0,
  remaining: 0,
  products: [],
  inBreak: false,
  forfeitCash: 0,
  forfeitPoints: 0,
  keptPartner: 0,
};

async function open(cashAmt: number, rolling: object) {
  const calls = stubApi({ "/api/cash/rolling/remain": () => ({ ...played, ...rolling }) });
  const balance = { cashAmt } as unknown as Balance;
  await show(<WithdrawForm site={site} member={member} balance={balance} closed={false} />);
  await waitFor(() => expect(calls).not.toEqual([]));
}

test.each([
  ["while turnover is open", 500_000, { needed: 800_000, remaining: 726_000 }, /bet ₩726,000 more/],
  ["below the smallest withdrawal", 4_000, {}, /smallest withdrawal is ₩10,000\. You need ₩6,000 more/],
])("%s a withdrawal cannot be sent, and the missing amount is said", async (_, cash, rolling, words) => {
  await open(cash, rolling);
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Withdraw/ }).disabled).toBe(true);
});

test("in a break the turnover does not hold a withdrawal back (S-42)", async () => {
  await open(500_000, { needed: 800_000, remaining: 726_000, inBreak: true });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Withdraw/ }).disabled).toBe(false);
});

test("in a timeout what a partner paid and was not played stays", async () => {
  await open(500_000, { needed: 500_000, remaining: 500_000, inBreak: true, keptPartner: 495_000 });
  expect((await screen.findByRole("alert")).textContent).toMatch(/You need ₩5,000 more/);
});

test("a withdrawal that the server refuses for its turnover says the missing amount, not where to look for it", async () => {
  await open(500_000, {});
  const answer = globalThis.fetch;
  const refused = { resultCode: "C015", resultMessage: "", data: { params: { remaining: "30000" } }, traceId: "t" };
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    path === "/api/cash/out" ? Promise.resolve(Response.json(refused)) : answer(path, init),
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Amount"), "50000");
  await user.type(screen.getByLabelText("Withdrawal password"), "1234");
  await user.click(screen.getByRole("button", { name: "Withdraw ₩50,000" }));
  await user.click(screen.getAllByRole("button", { name: "Withdraw ₩50,000" }).at(-1) ?? screen.getByRole("dialog"));
  expect((await screen.findByText(/bet ₩30,000 more/)).textContent).not.toContain("withdrawal page");
});
