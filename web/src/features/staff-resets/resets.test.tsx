import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { History } from "./history.tsx";
import { Waiting } from "./waiting.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const request = (idx: number, more: Record<string, unknown> = {}) => ({
  idx,
  memId: `member${idx}`,
  memNick: "Gold",
  memName: "Kim Minsu",
  phone: "01012345678",
  accountNo: "110222333",
  secret: "password",
  bySecret: true,
  state: "open",
  ip: "203.0.113.9",
  ipKnown: true,
  userAgent: "",
  askedAt: "2026-11-23T03:00:00Z",
  expiresAt: "2026-11-26T03:00:00Z",
  joinedAt: "2026-01-02T03:00:00Z",
  lastLoginAt: null,
  lastLoginIp: "",
  decidedBy: "",
  decidedAt: null,
  note: "",
  doneAt: null,
  ...more,
});

async function page(more: Parameters<typeof stubApi>[0] = {}) {
  const open = [request(1), request(2, { secret: "pin", bySecret: false, ipKnown: false })];
  const refused = request(3, {
    state: "refused",
    decidedBy: "boss1",
    decidedAt: "2026-11-23T04:00:00Z",
    note: "Voice",
  });
  const calls = stubApi({
    "/api/admin/reset/list": (body) => {
      const list = body.all === true ? [refused, ...open] : open;
      return { list, pageInfo: { page: 1, pages: 1, total: list.length, countPerList: 50 } };
    },
    ...more,
  });
  await show(
    <>
      <Waiting page={1} onPage={() => undefined} />
      <History page={1} onPage={() => undefined} />
    </>,
    "en",
  );
  const card = async (name: string) => within(await screen.findByRole("article", { name }));
  return { card, acts: () => calls.filter(({ path }) => /reset\/(?!list)/.test(path)) };
}

test("a request shows how it was proved and where it comes from; no secret and no code is on the page (S-06)", async () => {
  const { card } = await page();
  const known = await card("Password member1");
  expect(known.getByText("Knows the withdrawal password")).toBeTruthy();
  expect(known.getByText("Known address")).toBeTruthy();
  const strange = await card("Withdrawal password member2");
  expect(strange.getByText("Phone and account number match")).toBeTruthy();
  expect(strange.getByText("New address")).toBeTruthy();
  expect(await screen.findByText("Voice")).toBeTruthy();
});

test("staff confirms after the consequence was said", async () => {
  const { card, acts } = await page({ "/api/admin/reset/confirm": () => ({}) });
  await userEvent.click((await card("Password member1")).getByRole("button", { name: "Confirm the request" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/you never see it/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Confirm the request" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(acts()).toEqual([{ path: "/api/admin/reset/confirm", body: { idx: 1 } }]);
});

test("a refusal needs a reason, and one that was decided meanwhile says so", async () => {
  const { card, acts } = await page({ "/api/admin/reset/refuse": () => "C019" });
  await userEvent.click((await card("Withdrawal password member2")).getByRole("button", { name: "Refuse" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  expect(dialog.getByText("Please give a reason.")).toBeTruthy();
  await userEvent.type(dialog.getByRole("textbox"), " Another voice ");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await waitFor(() => expect(dialog.getByRole("alert").textContent).toMatch(/in the meantime/));
  expect(acts()).toEqual([{ path: "/api/admin/reset/refuse", body: { idx: 2, reason: "Another voice" } }]);
});
