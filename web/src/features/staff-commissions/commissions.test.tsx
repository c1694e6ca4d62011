import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addCommissionsTexts } from "#shared/i18n/commissions-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { CommissionsPage } from "./commissions-page.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addCommissionsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const day = (of: string, open: number) => ({
  day: of,
  statements: 2,
  open,
  amount: 9_000,
  paid: open > 0 ? 2_000 : 9_000,
  waiting: open > 0 ? 7_000 : 0,
  madeAt: "2026-11-25T15:10:00Z",
});
const job = { settled: "2026-11-25", summedAt: "2026-11-26T03:00:00Z", unsettled: 0, open: 1 };
const statement = (memId: string, state: string) => ({
  memId,
  memNick: `${memId} nick`,
  partnerLevel: 1,
  no: 4,
  bets: 12,
  stake: 900_000,
  payout: 800_000,
  valid: 700_000,
  bonus: 0,
  rolling: 5_000,
  losing: 2_000,
  carriedIn: -300,
  carriedOut: 0,
  owedIn: 0,
  repaid: 0,
  debts: [],
  owedOut: 0,
  offset: 0,
  amount: 7_000,
  left: state === "kept" ? 6_500 : 7_000,
  state,
  decidedBy: state === "open" ? "" : "boss1",
  decidedAt: state === "open" ? null : "2026-11-26T04:00:00Z",
  reason: state === "kept" ? "contract ended" : "",
});

async function open(at: string, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/admin/commission/days": () => ({ list: [day("2026-11-25", 1)], more: false, job }),
    "/api/admin/commission/list": () => ({
      list: [statement("harbor", "open"), statement("river", "kept")],
      more: false,
    }),
    ...more,
  });
  const root = createRootRoute({ component: CommissionsPage });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  await show(<RouterProvider router={router as never} />);
  return (path: string) =>
    calls.filter((call) => call.path === `/api/admin/commission/${path}`).map(({ body }) => body);
}

test("the days say what waits and how far the settlement is, and open their statements", async () => {
  const sent = await open("/");
  const facts = within(await screen.findByRole("region", { name: "Settlement job" }));
  expect(facts.getByText("2026-11-25")).toBeDefined();
  expect(screen.getByText("1 waiting")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "2026-11-25" }));
  expect(await screen.findByText("harbor nick")).toBeDefined();
  expect(sent("list")).toEqual([{ day: "2026-11-25", behind: "" }]);
  expect(screen.getByText(/contract ended/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "All days" }));
  expect(await screen.findByRole("region", { name: "Settlement job" })).toBeDefined();
});

test("a settlement that is late is said so", async () => {
  await open("/", {
    "/api/admin/commission/days": () => ({ list: [day("2026-11-25", 0)], more: false, job: { ...job, unsettled: 2 } }),
  });
  expect(await screen.findByText(/The settlement is late/)).toBeDefined();
  expect(screen.getByText("Decided")).toBeDefined();
});

test("a site without settled days says when statements are made", async () => {
  await open("/", { "/api/admin/commission/days": () => ({ list: [], more: false, job: null }) });
  expect(await screen.findByText("No settled days yet")).toBeDefined();
});

test("a failure offers to try again", async () => {
  let fails = true;
  await open("/", {
    "/api/admin/commission/days": () => (fails ? "E001" : { list: [day("2026-11-25", 1)], more: false, job }),
  });
  const again = await screen.findByRole("button", { name: "Try again" });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByText("1 waiting")).toBeDefined();
});

test("older days are asked for by the last day of the page", async () => {
  const sent = await open("/", {
    "/api/admin/commission/days": ({ before }) => ({
      list: [day(before === "" ? "2026-11-25" : "2026-11-24", 0)],
      more: before === "",
      job,
    }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
  expect(await screen.findByRole("button", { name: "2026-11-24" })).toBeDefined();
  expect(sent("days")).toEqual([{ before: "" }, { before: "2026-11-25" }]);
  expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
});

test("D-30: who owes above a statement is in its row and in the question", async () => {
  await open("/?day=2026-11-25", {
    "/api/admin/commission/list": () => ({
      list: [{ ...statement("harbor", "open"), debts: [{ partner: "ocean", owed: 475_000 }] }],
      more: false,
    }),
  });
  expect(await screen.findByText("ocean ₩475,000")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Pay the commission of harbor" }));
  expect(within(await screen.findByRole("dialog")).getByText(/The branch owes: ocean ₩475,000/)).toBeDefined();
});

test("one is paid after its amount is confirmed", async () => {
  const sent = await open("/?day=2026-11-25", { "/api/admin/commission/decide": () => ({}) });
  await userEvent.click(await screen.findByRole("button", { name: "Pay the commission of harbor" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Pay ₩7,000" }));
  await waitFor(() =>
    expect(sent("decide")).toEqual([{ memId: "harbor", day: "2026-11-25", becomes: "paid", amount: 7_000 }]),
  );
  await waitFor(() => expect(sent("list")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Pay the commission of river" })).toBeNull();
});

test("one is kept with a reason alone", async () => {
  const sent = await open("/?day=2026-11-25", { "/api/admin/commission/decide": () => ({}) });
  await userEvent.click(await screen.findByRole("button", { name: "Keep the commission of harbor" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Keep ₩7,000" }));
  expect(sent("decide")).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Reason (the partner reads it)"), " contract ended ");
  await userEvent.click(dialog.getByRole("button", { name: "Keep ₩7,000" }));
  await waitFor(() =>
    expect(sent("decide")).toEqual([
      { memId: "harbor", day: "2026-11-25", becomes: "kept", amount: null, reason: "contract ended" },
    ]),
  );
});

test("one that is kept is paid later, with what is left of it and a reason", async () => {
  const sent = await open("/?day=2026-11-25", { "/api/admin/commission/decide": () => ({}) });
  await userEvent.click(await screen.findByRole("button", { name: "Pay the kept commission of river" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/It was kept for this reason: contract ended/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Pay ₩6,500" }));
  expect(sent("decide")).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Reason (the partner reads it)"), "new contract");
  await userEvent.click(dialog.getByRole("button", { name: "Pay ₩6,500" }));
  await waitFor(() =>
    expect(sent("decide")).toEqual([
      { memId: "river", day: "2026-11-25", was: "kept", becomes: "paid", amount: 6_500, reason: "new contract" },
    ]),
  );
  expect(screen.queryByRole("button", { name: "Pay the kept commission of harbor" })).toBeNull();
});

test("a statement that another person decided is said so, and read again", async () => {
  const sent = await open("/?day=2026-11-25", { "/api/admin/commission/decide": () => "C019" });
  await userEvent.click(await screen.findByRole("button", { name: "Pay the commission of harbor" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Pay ₩7,000" }));
  expect(await screen.findByText(/decided in the meantime/)).toBeDefined();
  await waitFor(() => expect(sent("list")).toHaveLength(2));
});

test("all of a day are paid after their sum is confirmed", async () => {
  const sent = await open("/?day=2026-11-25", { "/api/admin/commission/pay": () => ({ paid: 1, asked: 0 }) });
  await userEvent.click(await screen.findByRole("button", { name: "Pay all that wait: ₩7,000" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("₩7,000 goes into the PT of the partners. Waiting statements: 1")).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Pay ₩7,000" }));
  await waitFor(() => expect(sent("pay")).toEqual([{ day: "2026-11-25" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(sent("list")).toHaveLength(2));
});

test("a payment that waits for a second person is no failure (U035)", async () => {
  const sent = await open("/?day=2026-11-25", {
    "/api/admin/commission/decide": () => "U035",
    "/api/admin/commission/pay": () => ({ paid: 0, asked: 1 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Pay the commission of harbor" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Pay ₩7,000" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("₩7,000 was paid to harbor.")).toBeNull();
  expect(sent("decide")).toHaveLength(1);
  await userEvent.click(await screen.findByRole("button", { name: "Pay all that wait: ₩7,000" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Pay ₩7,000" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("pay")).toEqual([{ day: "2026-11-25" }]);
});

test("a status without statements names another status as the next step", async () => {
  const sent = await open("/?day=2026-11-25&state=paid", {
    "/api/admin/commission/list": () => ({ list: [], more: false }),
  });
  expect(await screen.findByText("No statements with this status")).toBeDefined();
  expect(sent("list")).toEqual([{ day: "2026-11-25", behind: "", state: "paid" }]);
});
