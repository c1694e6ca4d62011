import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { BetsSlotPage, BetsSportsPage } from "./bets-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const bet = (line: number, more: object = {}) => ({
  line,
  betIdx: line * 10,
  turn: 0,
  memId: "minsu01",
  memNick: "Minsu",
  product: "slot",
  gameCode: "comet",
  gameName: "Comet",
  folders: 1,
  day: "2026-11-27",
  betAt: "2026-11-27T03:00:00Z",
  endedAt: "2026-11-27T03:00:01Z",
  betAmt: 1_000,
  betWinAmt: 2_500,
  valid: 1_000,
  why: "",
  result: "PASS",
  ...more,
});

const receipt = {
  idx: 20,
  gameType: "slot",
  vendorCode: "s",
  gameName: "Comet",
  roundId: "r-20",
  betAmt: 1_000,
  betWinAmt: 2_500,
  result: "PASS",
  balanceBefore: 77_000,
  balanceAfter: 78_500,
  betAt: "2026-11-27T03:00:00Z",
  closedAt: "2026-11-27T03:00:01Z",
  slip: null,
  draw: null,
};

async function open(
  page: typeof BetsSlotPage,
  more: Parameters<typeof stubApi>[0] = {},
  at = "/",
  rights = ["play.read"],
) {
  const calls = stubApi({
    "/api/partner/play/summary": () => ({ products: [{ procId: "s", name: "Nova" }], days: [], branches: [] }),
    "/api/partner/play/bets": ({ after }) =>
      after === "k1"
        ? { list: [bet(1)], totals: null, next: "", searched: null, asOf: "2026-11-27T04:00:00Z" }
        : {
            list: [bet(3, { betAmt: -1_000, betWinAmt: 0, result: "BACK" }), bet(2)],
            totals: { bets: 41, betAmt: 90_000, betWinAmt: 70_000, valid: 80_000 },
            next: "k1",
            searched: null,
            asOf: "2026-11-27T04:00:00Z",
          },
    "/api/partner/play/open": () => ({
      list: [{ ...bet(9), betAmt: 4_400 }],
      totals: { bets: 1, betAmt: 4_400 },
      next: "",
    }),
    "/api/partner/play/detail": () => receipt,
    ...more,
  });
  const root = createRootRoute({ component: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, { agent: { agentId: "harbor.kim", memId: "harbor", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const sent = (calls: Awaited<ReturnType<typeof open>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body: { siteId: _, ...body } }) => body);

test("ended bets stand with the totals of the whole selection, how current they are, and page by key", async () => {
  const user = userEvent.setup();
  const calls = await open(BetsSlotPage);
  const table = await screen.findByRole("table", { name: "Slot bets" });
  expect(within(table).getByText("Correction")).toBeTruthy();
  const totals = screen.getByLabelText("Totals of this selection");
  expect(totals.textContent).toContain("41");
  expect(totals.textContent).toContain("90,000");
  expect(screen.getByText(/Complete up to/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() =>
    expect(sent(calls, "/api/partner/play/bets").at(-1)).toMatchObject({ after: "k1", product: "slot" }),
  );
  expect(screen.getByLabelText("Totals of this selection").textContent).toContain("90,000");
});

test("a search that stopped says how far it came, and totals that cannot be added up say so", async () => {
  await open(BetsSportsPage, {
    "/api/partner/play/bets": () => ({
      list: [bet(2, { folders: 3 })],
      totals: null,
      next: "k2",
      searched: "2026-11-20T03:00:00Z",
      asOf: null,
    }),
  });
  expect(await screen.findByText(/Searched back to/)).toBeTruthy();
  expect(screen.getByText(/Too many bets to add up/)).toBeTruthy();
  expect(screen.getByText("Selections")).toBeTruthy();
});

test("a bet opens its receipt, without balances for persons who may not see money", async () => {
  const user = userEvent.setup();
  const calls = await open(BetsSlotPage);
  await user.click((await screen.findAllByRole("button", { name: /minsu01/ }))[1] as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: "Bet details" });
  await within(dialog).findByText("r-20");
  expect(within(dialog).queryByText("Balance before")).toBeNull();
  expect(sent(calls, "/api/partner/play/detail")).toEqual([{ memId: "minsu01", betIdx: 20 }]);
});

test("filters are in the address, and open bets and the file have the same ones", async () => {
  const user = userEvent.setup();
  const calls = await open(
    BetsSlotPage,
    { "/api/partner/play/open/csv": () => new Blob(["No"]) },
    "/?view=open&member=minsu01&studio=s&least=500",
  );
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  expect(await screen.findByRole("table", { name: "Slot bets" })).toBeTruthy();
  const wanted = { product: "slot", procId: "s", memId: "minsu01", game: "", least: 500, most: 0 };
  expect(sent(calls, "/api/partner/play/open")[0]).toMatchObject(wanted);
  await user.click(screen.getByRole("button", { name: "Save as a file" }));
  await user.click(screen.getByRole("button", { name: "CSV" }));
  await waitFor(() => expect(sent(calls, "/api/partner/play/open/csv")).toEqual([wanted]));
});
