import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { BetsPage } from "./bets-page.tsx";
import type { BetSearch } from "./search.ts";

let isPhone = false;

afterEach(() => {
  isPhone = false;
  vi.unstubAllGlobals();
});

/** Every query of the window's width is answered as a phone does. */
function onPhone() {
  isPhone = true;
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => media);
}

const bet = {
  idx: 1,
  gameType: "slot",
  vendorCode: "201",
  gameName: "Moon Jar",
  roundId: "r-77",
  betAmt: 1_000,
  betWinAmt: 2_500,
  result: "PASS",
  betStatus: "WIN",
  legs: 0,
  odds: 0,
  win: 0,
  turnoverRate: 10_000,
  balanceBefore: 5_000,
  balanceAfter: 6_500,
  betAt: "2026-11-20T15:00:01Z",
  closedAt: "2026-11-20T15:00:02Z",
};

/** The page at a search, with an api that has one bet on each of three pages. */
async function openAt(search: BetSearch, detail: object = bet, listed: object = bet) {
  const calls = stubApi({
    "/api/bet/betlist": () => ({
      list: [listed],
      pageInfo: { page: 1, countPerList: 10, total: 21, pages: 3 },
      totals: { betAmt: 70_000, betWinAmt: 65_500, openAmt: 3_000 },
    }),
    "/api/bet/detail": () => detail,
  });
  const searches: BetSearch[] = [];
  const studios = [{ procId: "201", name: "Hanok Studio" }];
  await show(
    <BetsPage
      search={search}
      onSearch={(next) => searches.push(next)}
      studios={studios}
      rules={(version) => `rules ${version}`}
      check={(game, no) => `check ${game} ${no}`}
      play="play"
    />,
  );
  return { table: await screen.findByRole(isPhone ? "list" : "table", { name: "Bet history" }), calls, searches };
}

const heads = (table: HTMLElement) =>
  within(table)
    .getAllByRole("columnheader")
    .map((head) => head.textContent);

test("the foot has the totals of the whole selection, whichever page is shown", async () => {
  const { table } = await openAt({ page: 2 });
  const foot = within(table).getAllByRole("row").at(-1);
  expect(foot?.textContent).toBe("Total of all pages₩70,000Open: ₩3,000₩65,500−₩4,500");
});

test.each([
  ["slot", "Odds", "Round"],
  ["casino", "Round", "Odds"],
  ["sports", "Odds", "Round"],
] as const)("the history of %s has columns of its own", async (gameType, with_, without) => {
  const { table } = await openAt({ gameType });
  expect(heads(table)).toContain(with_);
  expect(heads(table)).not.toContain(without);
});

test("a win is told as a multiple of the stake, and times have seconds (W13)", async () => {
  const { table } = await openAt({ gameType: "slot" });
  expect(within(table).getByText("×2.5")).toBeDefined();
  expect(within(table).getByText("2026-11-21 00:00:01")).toBeDefined();
});

test("a multiple is rounded, not cut", async () => {
  const { table } = await openAt({ gameType: "slot" }, bet, { ...bet, betWinAmt: 1_150 });
  expect(within(table).getByText("×1.15")).toBeDefined();
});

test("mode betting asks for open bets and adds up their stakes", async () => {
  const { table, calls } = await openAt({ mode: "betting" });
  expect(calls[0]?.body).toMatchObject({ betStatus: "WAIT", oldYn: "N" });
  expect(within(table).getAllByRole("row").at(-1)?.textContent).toBe("Total of all pages₩3,000");
});

test("filters and pages go to the address; a row opens its details", async () => {
  const { table, searches } = await openAt({ gameType: "slot" });
  await userEvent.selectOptions(screen.getByLabelText("Studio"), "201");
  await userEvent.click(screen.getByRole("button", { name: "Older (up to 5 years)" }));
  await userEvent.selectOptions(screen.getByLabelText("Rows per page"), "50");
  await userEvent.clear(screen.getByLabelText("Go to page"));
  await userEvent.type(screen.getByLabelText("Go to page"), "3{Enter}");
  expect(searches).toEqual([
    { gameType: "slot", vendor: "201" },
    { gameType: "slot", oldYn: "Y" },
    { gameType: "slot", size: 50 },
    { gameType: "slot", page: 3 },
  ]);
  await userEvent.click(within(table).getByRole("button", { name: /Moon Jar/ }));
  await waitFor(() => expect(within(screen.getByRole("dialog")).getByText("r-77")).toBeDefined());
});

const running = {
  ...bet,
  gameType: "sports",
  gameName: "Home – Away (3)",
  betAmt: 10_000,
  betWinAmt: 0,
  result: "WAIT",
  betStatus: "BET",
  legs: 3,
  odds: 6_250,
  win: 62_500,
};

test("an open bet says its kind, its odds, what it may pay and that it is open; one in play waits for its check alone (D-72)", async () => {
  const { table } = await openAt({}, running, running);
  const row = () => within(table).getAllByRole("row")[1]?.textContent ?? "";
  for (const part of ["3-folder", "₩10,000", "6.25", "up to ₩62,500", "Open"]) expect(row()).toContain(part);
});

test.each([
  ["BET", "Open"],
  ["WAIT", "Being checked"],
])("the state %s of an open bet is %s", async (betStatus, words) => {
  const { table } = await openAt({}, running, { ...running, betStatus });
  expect(within(table).getByText(words)).toBeDefined();
});

test("a phone's row has the stake of an open bet with what it may pay, and of a settled one with its result", async () => {
  onPhone();
  const rows = async (listed: object) => {
    await openAt({}, listed, listed);
    return screen.findByRole("button", { name: /Home|Moon/ });
  };
  expect((await rows(running)).textContent).toContain("₩10,000 → ₩62,500");
  cleanup();
  expect((await rows(bet)).textContent).toContain("₩1,000 +₩1,500");
});

const cashed = {
  betStatus: "LOSE",
  state: "cashed",
  reason: "",
  live: false,
  odds: 2_000,
  bonus: 1_000,
  win: 4_000,
  dueAt: null,
  rules: 0,
  folders: [],
  corrections: [],
};

test("a bet on the sportsbook shows its legs with their results, and the rules under which it was accepted (S-71)", async () => {
  await addSportsTexts();
  const folder = {
    eventIdx: 1,
    marketIdx: 7,
    sport: "soccer",
    kind: "handicap",
    period: "full",
    line: -3,
    key: "home",
    price: 1_950,
    outcome: "half-won",
    startsAt: "2026-11-20T12:00:00Z",
    home: "Northfield",
    away: "Southport",
    leagueName: "First Division",
    country: "",
    progress: { state: "ended", period: "", home: 2, away: 1 },
    score: { full: { home: 2, away: 1 }, half: { home: 1, away: 0 } },
    voidReason: "",
    late: "",
  };
  const second = {
    ...folder,
    marketIdx: 8,
    key: "away",
    kind: "1x2",
    outcome: "void",
    score: null,
    voidReason: "postponed",
    late: "",
  };
  const slip = {
    betStatus: "WIN",
    state: "won",
    reason: "",
    live: false,
    odds: 3_900,
    bonus: 1_000,
    win: 3_900,
    placedAt: bet.betAt,
    dueAt: null,
    endedAt: bet.closedAt,
    rules: 4,
    folders: [folder, second],
    corrections: [
      {
        was: "lost",
        wasPaid: 0,
        wasAt: bet.closedAt,
        is: "won",
        paid: 3_900,
        reason: "the league corrected the score",
        at: bet.closedAt,
      },
    ],
  };
  await openAt({}, { ...bet, gameType: "sports", slip });
  await userEvent.click(await screen.findByText("Moon Jar"));
  const detail = await screen.findByRole("dialog");
  await waitFor(() => expect(within(detail).getByText("Northfield −0.75")).toBeTruthy());
  expect(within(detail).getByText("2:1 (1st half 1:0)")).toBeTruthy();
  expect(within(detail).getByText(/Half won/)).toBeTruthy();
  expect(within(detail).getByText("Put off by more than 48 hours")).toBeTruthy();
  expect(within(detail).getByText("rules 4")).toBeTruthy();
  expect(within(detail).getByText(/lost \(₩0\) → won \(₩3,900\)/)).toBeTruthy();
  expect(within(detail).getByText(/Reason: the league corrected the score/)).toBeTruthy();
});

test("a bet that was cashed out says so", async () => {
  await addSportsTexts();
  const slip = { ...cashed, placedAt: bet.betAt, endedAt: bet.closedAt };
  await openAt({}, { ...bet, gameType: "sports", slip });
  await userEvent.click(await screen.findByText("Moon Jar"));
  const detail = await screen.findByRole("dialog");
  expect(await within(detail).findByText("Cashed out before the result")).toBeTruthy();
});

const keno = {
  game: "keno",
  no: 5_857_344,
  selection: "spots:3-17-22",
  price: 18_000,
  win: 18_000,
  paidAt: 2_200,
  state: "won",
  rules: 4,
  drawsAt: bet.betAt,
  round: "drawn",
  outcome: { balls: [22, 5, 3, 40] },
  reason: "",
};

async function openDraw(draw: object) {
  await openAt({}, { ...bet, gameType: "minigame", slip: null, draw });
  await userEvent.click(await screen.findByText("Moon Jar"));
  return within(await screen.findByRole("dialog"));
}

test("a bet on a draw shows its numbers, those that were hit and the way to check it (S-55)", async () => {
  const detail = await openDraw(keno);
  expect(await detail.findByText("Your numbers: 3, 17, 22")).toBeTruthy();
  expect(detail.getByText("Spots 3, hits 2")).toBeTruthy();
  const hit = (number: string) => detail.getByText(number).getAttribute("data-hit");
  expect(["22", "5", "3", "40"].map(hit)).toEqual(["true", "false", "true", "false"]);
  expect(detail.getByText("×2.20")).toBeTruthy();
  expect(detail.getByText("rules 4")).toBeTruthy();
  expect(detail.getByText("check keno 5857344")).toBeTruthy();
});

test("a bet on a void round says why, and staff's words are shown as they are", async () => {
  const draw = { ...keno, game: "meta3", selection: "power_combo.odd_under", state: "void", round: "void", paidAt: 0 };
  const detail = await openDraw({ ...draw, outcome: null, reason: "the drum was opened" });
  expect(await detail.findByText("Meta ball, combination: Odd · Under")).toBeTruthy();
  expect(detail.getByText("This round is void: the drum was opened")).toBeTruthy();
});
