import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addDetailsTexts } from "#shared/i18n/details-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Waiting } from "./waiting.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addDetailsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const nothing = { memName: "", phone: "", bankName: "", accountNo: "", accountHolder: "" };
const change = {
  idx: 7,
  kind: "account",
  memId: "minsu",
  memNick: "Gold",
  lang: "ko",
  before: { ...nothing, accountNo: "******0001" },
  after: { ...nothing, accountNo: "******9990" },
  state: "open",
  ip: "203.0.113.9",
  ipKnown: false,
  userAgent: "",
  askedAt: "2026-11-23T03:00:00Z",
  expiresAt: "2026-11-26T03:00:00Z",
  joinedAt: "2026-01-02T03:00:00Z",
  lastLoginAt: null,
  lastLoginIp: "",
  changedAt: "2026-11-20T03:00:00Z",
  resetAt: null,
  heldUntil: null,
  others: 1,
  openOut: 70_000,
  decidedBy: "",
  closedAt: null,
  reason: "",
};

async function page(more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/admin/details/list": () => ({
      list: [change],
      pageInfo: { page: 1, pages: 1, total: 1, countPerList: 50 },
    }),
    "/api/admin/details/reasons": () => ({
      list: [{ template: "notReached", text: "We called.", memberText: "전화했지만" }],
    }),
    ...more,
  });
  await show(<Waiting page={1} onPage={() => undefined} />, "en");
  const card = within(await screen.findByRole("article", { name: /minsu/ }));
  return { card, acts: () => calls.filter(({ path }) => /approve|refuse/.test(path)) };
}

test("a change shows old and new beside each other, and warns of what a thief would leave behind", async () => {
  const { card } = await page();
  expect(card.getByText("******0001")).toBeTruthy();
  expect(card.getByText("******9990")).toBeTruthy();
  expect(card.getByText("Never logged in from this address")).toBeTruthy();
  expect(card.getByText("Less than 7 days ago")).toBeTruthy();
  expect(card.getByText(/stay with the account/)).toBeTruthy();
});

test("a proposal that waits for a second person is no failure (U035)", async () => {
  const { card, acts } = await page({ "/api/admin/details/approve": () => "U035" });
  await userEvent.click(card.getByRole("button", { name: "Approve the change" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Approve the change" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(acts()).toEqual([{ path: "/api/admin/details/approve", body: { idx: 7 } }]);
});

test("a refusal has a reason, and staff sees it as the member will read it", async () => {
  const { card, acts } = await page({ "/api/admin/details/refuse": () => "C019" });
  await userEvent.click(card.getByRole("button", { name: "Refuse" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  expect(dialog.getByText("Please choose a reason or write one.")).toBeTruthy();
  await waitFor(() => expect(dialog.getByRole("option", { name: "We called." })).toBeTruthy());
  await userEvent.selectOptions(dialog.getByRole("combobox"), "notReached");
  expect(dialog.getByText("전화했지만")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await waitFor(() => expect(dialog.getByRole("alert").textContent).toMatch(/in the meantime/));
  expect(acts()).toEqual([{ path: "/api/admin/details/refuse", body: { idx: 7, template: "notReached", memo: "" } }]);
});
