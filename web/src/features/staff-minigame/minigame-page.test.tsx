import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { MinigamePage } from "./minigame-page.tsx";
import type { Performance, Round } from "./rounds.ts";

const NOW = Date.parse("2026-11-26T10:00:00Z");
const ROUNDS = "/api/admin/minigame/rounds";
const VOID = "/api/admin/minigame/void";
const PERFORMANCE = "/api/admin/minigame/performance";
const CHECK = "/api/common/siteCheckInfo";

beforeAll(async () => {
  await startI18n("admin");
  await addTradingTexts();
});
// The clock stands: a round is open or due by it.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

/** A round of the coins that is drawn so many seconds after the time of the test; it takes bets for the three minutes before. */
function round(no: number, drawsIn: number, other: Partial<Round> = {}): Round {
  return {
    game: "coin3",
    no,
    rules: 1,
    chain: "c0ffee",
    index: 41,
    commitment: "decade",
    beaconChain: "beac0n",
    beaconRound: 9_001,
    opensAt: at(drawsIn - 180),
    closesAt: at(drawsIn - 10),
    drawsAt: at(drawsIn),
    state: "open",
    seed: "",
    signature: "",
    outcome: null,
    endedAt: null,
    reason: "",
    endedBy: "",
    settledAt: null,
    bets: 0,
    stakes: 0,
    paid: 0,
    ...other,
  };
}

const open = round(1_004, 60, { bets: 3, stakes: 40_000 });
const drawn = round(1_001, -300, {
  state: "drawn",
  outcome: { coins: ["head", "tail", "tail"] },
  seed: "5eed",
  signature: "519",
  endedAt: at(-299),
  settledAt: at(-298),
  bets: 2,
  stakes: 20_000,
  paid: 19_500,
});
const voided = { state: "void", endedBy: "lee", reason: "a fault of the beacon", endedAt: at(1), settledAt: at(2) };

const page = (list: Round[]) => ({ list, pageInfo: { page: 1, countPerList: 50, total: list.length, pages: 1 } });

/** Shows the page at an address to staff with these rights, and returns the calls that it makes. */
async function visit(address: string, answers: Parameters<typeof stubApi>[0], rights = ["sports", "trade"]) {
  const calls = stubApi({ [CHECK]: () => ({ now: at(0) }), ...answers });
  const router = createRouter({
    routeTree: createRootRoute({ component: MinigamePage }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "kim", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const rowOf = (no: string) => screen.findByRole("row", { name: new RegExp(`^${no} `) });
const bodies = (calls: Awaited<ReturnType<typeof visit>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);

test("a round stands by the clock of the server, with its bets, stakes, payments and result", async () => {
  // The device is two minutes behind the server: the round that it would have open is drawn already.
  vi.setSystemTime(NOW - 120_000);
  await visit("/?game=coin3", {
    [ROUNDS]: () =>
      page([
        round(1_005, 240),
        open,
        round(1_003, 5),
        round(1_002, -1),
        round(1_000, 30, { endedBy: "lee", reason: "a fault of the beacon" }),
        drawn,
        round(999, -600, { state: "void", reason: "late", endedAt: at(0) }),
      ]),
  });
  const cells = async (no: string) =>
    within(await rowOf(no))
      .getAllByRole("cell")
      .slice(2, 7)
      .map((cell) => cell.textContent);
  await screen.findByText("Draw due");
  expect(await cells("1,004")).toEqual(["Open", "3", "₩40,000", "₩0", "–"]);
  expect((await cells("1,005"))[0]).toBe("Scheduled");
  expect((await cells("1,003"))[0]).toBe("Betting closed");
  expect((await cells("1,002"))[0]).toBe("Draw due");
  expect(await cells("1,000")).toEqual(["Being voided", "0", "₩0", "₩0", "a fault of the beacon"]);
  expect(await cells("1,001")).toEqual(["Drawn", "2", "₩20,000", "₩19,500", "Head · Tail · Tail"]);
  expect(await cells("999")).toEqual(["Void", "0", "₩0", "₩0", "it could not be drawn in time"]);
});

test("rounds are those of the game that is chosen", async () => {
  const calls = await visit("/", { [ROUNDS]: ({ gameCode }) => page(gameCode === "coin3" ? [open] : []) });
  await screen.findByText("No rounds yet");
  await userEvent.selectOptions(screen.getByLabelText("Game"), "Coins 3 min");
  await rowOf("1,004");
  expect(bodies(calls, ROUNDS).map(({ gameCode }) => gameCode)).toEqual(["pwball", "coin3"]);
});

test("the sheet has the round in full, and the way to compute it again once it is drawn", async () => {
  await visit("/?game=coin3", { [ROUNDS]: () => page([open, drawn]) });
  await userEvent.click(within(await rowOf("1,001")).getByRole("button", { name: "1,001" }));
  let sheet = within(await screen.findByRole("dialog", { name: "Coins 3 min, round 1,001" }));
  for (const text of ["Drawn", "₩20,000", "₩19,500", "Head · Tail · Tail", "c0ffee", "decade", "5eed", "519", "9,001"])
    sheet.getByText(text);
  expect(sheet.getByRole("link", { name: "Check this draw" }).getAttribute("href")).toBe(
    "/member/minigame/fair?game=coin3&no=1001",
  );
  expect(sheet.queryByRole("button", { name: "Void round" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(within(await rowOf("1,004")).getByRole("button", { name: "1,004" }));
  sheet = within(await screen.findByRole("dialog", { name: "Coins 3 min, round 1,004" }));
  expect(sheet.queryByRole("link")).toBeNull();
  await userEvent.click(sheet.getByRole("button", { name: "Void round" }));
  await screen.findByRole("dialog", { name: "Void Coins 3 min, round 1,004?" });
});

test("a round is voided with a reason, and the list shows what became of it", async () => {
  let now = open;
  const calls = await visit("/?game=coin3", {
    [ROUNDS]: () => page([now]),
    [VOID]: () => {
      now = { ...open, ...voided };
      return {};
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Void: Coins 3 min, round 1,004" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/On this site: bets 3, stakes ₩40,000\./);
  await userEvent.type(dialog.getByLabelText(/^Reason/), "  ");
  await userEvent.click(dialog.getByRole("button", { name: "Void round" }));
  expect(dialog.getByRole("alert").textContent).toBe("Please give a reason.");
  expect(bodies(calls, VOID)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Reason/), "a fault of the beacon ");
  await userEvent.click(dialog.getByRole("button", { name: "Void round" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies(calls, VOID)).toEqual([{ gameCode: "coin3", no: 1_004, reason: "a fault of the beacon" }]);
  expect((await rowOf("1,004")).textContent).toMatch(/Void.*a fault of the beacon/);
  expect(screen.queryByRole("button", { name: /^Void:/ })).toBeNull();
  await userEvent.click(within(await rowOf("1,004")).getByRole("button", { name: "1,004" }));
  within(await screen.findByRole("dialog")).getByText("lee");
});

test("a round that was drawn or voided meanwhile is said (C019), and the list is read again", async () => {
  let now = open;
  await visit("/?game=coin3", {
    [ROUNDS]: () => page([now]),
    [VOID]: () => {
      now = { ...open, ...voided };
      return "C019";
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Void:/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/^Reason/), "x");
  await userEvent.click(dialog.getByRole("button", { name: "Void round" }));
  await dialog.findByText(/Its betting has closed, or a colleague has voided it already/);
  await userEvent.keyboard("{Escape}");
  expect((await rowOf("1,004")).textContent).toMatch(/a fault of the beacon/);
});

test("there is no way to void a round once its betting has closed, or when it is void", async () => {
  await visit("/?game=coin3", {
    [ROUNDS]: () =>
      page([round(1_005, 240), open, round(1_003, 5), round(1_002, 0), drawn, round(1_000, 30, { endedBy: "lee" })]),
  });
  await rowOf("1,005");
  expect(screen.getAllByRole("button", { name: /^Void:/ }).map((button) => button.getAttribute("aria-label"))).toEqual([
    "Void: Coins 3 min, round 1,005",
    "Void: Coins 3 min, round 1,004",
  ]);
});

test("staff without the right to trade reads only", async () => {
  await visit("/?game=coin3", { [ROUNDS]: () => page([open]) }, ["sports"]);
  await userEvent.click(within(await rowOf("1,004")).getByRole("button", { name: "1,004" }));
  await screen.findByRole("dialog", { name: "Coins 3 min, round 1,004" });
  expect(screen.queryByRole("button", { name: /^Void/ })).toBeNull();
});

const day = { day: "2026-11-26", bets: 4, stakes: 50_000, paid: 60_000, voids: 0, void: 0 };
const figures: Performance = {
  returns: [
    { game: "coin3", bets: 800, paid: 9_600, stated: 9_750, deviation: -120 },
    { game: "eos5", bets: 5_000, paid: 13_100, stated: 9_500, deviation: 500 },
    { game: "keno", bets: 300, paid: 4_000, stated: 9_500, deviation: -712 },
    { game: "meta5", bets: 900, paid: 12_000, stated: 9_500, deviation: 499 },
    { game: "meta3", bets: 0, paid: 0, stated: 0, deviation: 0 },
  ],
  days: [
    { ...day, game: "coin3" },
    { ...day, day: "2026-11-25", game: "eos5", bets: 10, stakes: 90_000, paid: 0, voids: 2, void: 7_000 },
  ],
};

test("a game that is 5 σ or more from its pay table is marked and named, in either direction", async () => {
  await visit("/?part=performance", { [PERFORMANCE]: () => figures });
  const games = within(await screen.findByRole("table", { name: /^Returns/ }));
  const cells = (game: RegExp) =>
    within(games.getByRole("row", { name: game }))
      .getAllByRole("cell")
      .slice(1)
      .map((cell) => cell.textContent);
  expect(cells(/^Coins 3/)).toEqual(["800", "96%", "97.5%", "−1.2 σ"]);
  expect(cells(/^EOS/)).toEqual(["5,000", "131%", "95%", "Look into it+5 σ"]);
  expect(cells(/^Speed Keno/)).toEqual(["300", "40%", "95%", "Look into it−7.12 σ"]);
  expect(cells(/^Meta Ball 5/).at(-1)).toBe("+4.99 σ");
  expect(cells(/^Meta Ball 3/)).toEqual(["0", "–", "–", "–"]);
  screen.getByText(/^Far from the pay table: EOS Powerball 5 min, Speed Keno\..*“Providers and games”/);
});

test("no game is named while all returns can be chance", async () => {
  const [usual] = figures.returns;
  await visit("/?part=performance", { [PERFORMANCE]: () => ({ ...figures, returns: [usual] }) });
  await screen.findByRole("table", { name: /^Returns/ });
  expect(screen.queryByText(/^Far from the pay table/)).toBeNull();
});

test("days have what the site earned and gave back, with totals, for a game and a period", async () => {
  const calls = await visit("/?part=performance", { [PERFORMANCE]: () => figures });
  const days = () => within(screen.getByRole("table", { name: "By day" }));
  await screen.findByRole("table", { name: "By day" });
  const foot = () =>
    days()
      .getAllByRole("row")
      .at(-1)
      ?.textContent?.replace(/[−-]₩|₩[−-]/g, "-₩");
  expect(days().getByRole("row", { name: /^2026-11-26/ }).textContent).toMatch(/[-−].*10,000/);
  expect(foot()).toBe("Total14₩140,000₩60,000₩80,0002₩7,000");
  await userEvent.selectOptions(screen.getByLabelText("Game"), "Coins 3 min");
  await waitFor(() => expect(foot()).toBe("Total4₩50,000₩60,000-₩10,0000₩0"));
  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last 7 days");
  await waitFor(() => expect(bodies(calls, PERFORMANCE)).toEqual([{ days: 30 }, { days: 7 }]));
});
