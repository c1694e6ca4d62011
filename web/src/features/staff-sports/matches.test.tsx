import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import { MatchesPage } from "./matches-page.tsx";
import { live, open } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await Promise.all([addTradingTexts(), addCorrectionsTexts()]);
});
afterEach(() => vi.unstubAllGlobals());

const MATCHES = "/api/admin/sports/matches";
const result = {
  void: "",
  full: { home: 2, away: 1 },
  half: { home: 1, away: 0 },
  version: 3,
  source: "the league",
  setBy: "lee",
  endedAt: "2026-11-26T14:00:00Z",
};
const MARKETS = "/api/admin/sports/markets";
const market = {
  marketIdx: 31,
  kind: "1x2",
  period: "full",
  line: 0,
  state: "open",
  bets: 8,
  stakes: 30_000,
  voidedBy: "",
  voidReason: "",
  voidedAt: null,
};
const voided = {
  state: "void",
  voidedBy: "lee",
  voidReason: "a palpable error",
  voidedAt: "2026-11-26T14:00:00Z",
};
const markets = [market, { ...market, ...voided, marketIdx: 32, kind: "total", line: 10, bets: 0, stakes: 0 }];
const over = { ...live, progress: { ...live.progress, state: "ended" } };

test("a row says what is staked and what the site loses at worst, by outcome", async () => {
  await open(MatchesPage, "/", { [MATCHES]: () => ({ list: [live], next: null }) });
  const row = await screen.findByRole("row", { name: /Northfield – Southport/ });
  expect(row.textContent).toMatch(/First Division/);
  expect(row.textContent).toMatch(/1:0/);
  expect(row.textContent).toMatch(/40,000/);
  const [home, away] = within(row).getAllByRole("definition");
  expect(home?.textContent).toMatch(/[-−].*15,000/);
  expect(away?.textContent).toMatch(/\+.*5,000/);
  expect(within(row).getByText("Northfield")).toBeDefined();
});

test("marks name the person who suspended a match, unused messages of its feed, and results that wait", async () => {
  await open(MatchesPage, "/?state=unsettled", {
    [MATCHES]: () => ({
      list: [
        { ...live, heldBy: "kim", parked: 2, off: true },
        { ...over, eventIdx: 8, home: "Eastham" },
        { ...over, eventIdx: 9, home: "Westlake", result },
      ],
      next: null,
    }),
  });
  const held = await screen.findByRole("row", { name: /Northfield/ });
  for (const mark of ["Suspended by kim", "Unused messages: 2", "Not offered"]) within(held).getByText(mark);
  const waiting = screen.getByRole("row", { name: /Eastham/ });
  within(waiting).getByText("Waits for its result");
  expect(within(waiting).queryByRole("button", { name: /^Suspend:/ })).toBeNull();
  within(screen.getByRole("row", { name: /Westlake/ })).getByText("Result 2:1 (1st half 1:0)");
  expect(screen.getAllByRole("button", { name: /^Correct ended bets:/ })).toHaveLength(1);
});

test("a match is suspended with a reason, and released again", async () => {
  let match = live;
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [match], next: null }),
    "/api/admin/sports/hold": ({ hold }) => {
      match = { ...live, heldBy: hold ? "kim" : "" };
      return {};
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Suspend: Northfield – Southport" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  expect(dialog.getByRole("alert").textContent).toBe("Please give a reason.");
  await userEvent.type(dialog.getByLabelText(/Reason/), "the feed is late");
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  await screen.findByRole("button", { name: "Release: Northfield – Southport" });
  expect(calls.find(({ path }) => path.endsWith("/hold"))?.body).toEqual({
    eventIdx: 7,
    hold: true,
    reason: "the feed is late",
  });
  expect(screen.getByText("Suspended by kim")).toBeDefined();
});

test("a match that a colleague suspended first is said, and the list is read again", async () => {
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [live], next: null }),
    "/api/admin/sports/hold": () => "C019",
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Suspend:/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "x");
  const before = calls.filter(({ path }) => path === MATCHES).length;
  await userEvent.click(dialog.getByRole("button", { name: "Suspend" }));
  expect(await dialog.findByText(/The match changed meanwhile/)).toBeDefined();
  expect(calls.filter(({ path }) => path === MATCHES).length).toBeGreaterThan(before);
});

async function type(dialog: ReturnType<typeof within>, group: RegExp, home: string, away: string) {
  const fields = within(dialog.getByRole("group", { name: group }));
  for (const [label, text] of [
    ["Northfield", home],
    ["Southport", away],
  ] as const) {
    await userEvent.clear(fields.getByLabelText(label));
    if (text !== "") await userEvent.type(fields.getByLabelText(label), text);
  }
}

test("a result is checked, and it may wait for a second person (U035)", async () => {
  const calls = await open(MatchesPage, "/?state=unsettled", {
    [MATCHES]: () => ({ list: [over], next: null }),
    "/api/admin/sports/result": () => "U035",
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Enter result/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("None yet")).toBeDefined();
  await type(dialog, /after regular time/, "2", "1");
  await type(dialog, /1st half/, "3", "");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  expect(await dialog.findByText("The first half cannot be above the full score.")).toBeDefined();
  expect(dialog.getByText("Please enter both figures, or neither.")).toBeDefined();
  expect(dialog.getAllByText("Please fill this in.")).toHaveLength(2);
  expect(calls.some(({ path }) => path.endsWith("/result"))).toBe(false);
  await type(dialog, /1st half/, "1", "0");
  await userEvent.type(dialog.getByLabelText("Source"), "the league");
  await userEvent.type(dialog.getByLabelText(/Reason/), "the feed is silent");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/result"))?.body).toEqual({
    eventIdx: 7,
    version: 0,
    full: { home: 2, away: 1 },
    half: { home: 1, away: 0 },
    source: "the league",
    reason: "the feed is silent",
  });
});

test("a correction that the server refuses as outdated shows the result of now, and is sent for its version", async () => {
  let now: object = { ...over, result };
  const versions: unknown[] = [];
  await open(MatchesPage, "/?state=over", {
    [MATCHES]: () => ({ list: [now], next: null }),
    "/api/admin/sports/result": ({ version }) => {
      versions.push(version);
      if (versions.length > 1) return {};
      now = {
        ...over,
        result: { ...result, version: 4, full: { home: 0, away: 0 }, half: null, setBy: "", source: "sim" },
      };
      return "C019";
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Correct result/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("the league, entered by lee")).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "No result" }));
  await userEvent.selectOptions(dialog.getByLabelText("Why there is no result"), "Abandoned");
  await userEvent.type(dialog.getByLabelText("Source"), "the league");
  await userEvent.type(dialog.getByLabelText(/Reason/), "storm");
  await userEvent.click(dialog.getByRole("button", { name: "Correct result" }));
  expect(await dialog.findByText(/has another result by now/)).toBeDefined();
  expect(dialog.getByText("0:0")).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Correct result" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(versions).toEqual([3, 4]);
});

test("a result has the fields of the units of its sport, and the parts make up the score", async () => {
  const tennis = { ...over, sport: "tennis", unit: "sets", innerUnit: "games", parts: ["s1", "s2", "s3", "s4", "s5"] };
  const calls = await open(MatchesPage, "/?state=unsettled", {
    [MATCHES]: () => ({ list: [{ ...tennis, halves: false, overtime: false }], next: null }),
    "/api/admin/sports/result": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Enter result/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("group", { name: /1st half/ })).toBeNull();
  await type(dialog, /Sets won/, "2", "0");
  await type(dialog, /Set 1/, "6", "4");
  await type(dialog, /Set 3/, "7", "5");
  await userEvent.type(dialog.getByLabelText("Source"), "the tour");
  await userEvent.type(dialog.getByLabelText(/Reason/), "games");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  expect(await dialog.findAllByText(/figures of each part/)).toHaveLength(2);
  await type(dialog, /Set 2/, "4", "6");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  expect(await dialog.findByText(/do not make up the score/)).toBeDefined();
  const sets = within(dialog.getByRole("group", { name: /Sets won/ }));
  await userEvent.type(sets.getByLabelText("Southport"), "{Backspace}1");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/result"))?.body).toMatchObject({
    full: { home: 2, away: 1 },
    half: null,
    scores: { s1: { home: 6, away: 4 }, s2: { home: 4, away: 6 }, s3: { home: 7, away: 5 } },
  });
});

test("an abandoned match is entered with the score of the moment", async () => {
  const calls = await open(MatchesPage, "/?state=unsettled", {
    [MATCHES]: () => ({ list: [over], next: null }),
    "/api/admin/sports/result": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Enter result/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "No result" }));
  expect(dialog.queryByRole("group", { name: /Score when/ })).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText("Why there is no result"), "Abandoned");
  await type(dialog, /Score when/, "1", "0");
  expect(dialog.getByRole("group", { name: /^1st half/ })).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "In the 1st half" }));
  expect(dialog.queryByRole("group", { name: /^1st half/ })).toBeNull();
  await userEvent.type(dialog.getByLabelText("Source"), "the league");
  await userEvent.type(dialog.getByLabelText(/Reason/), "storm");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/result"))?.body).toMatchObject({
    void: "abandoned",
    full: { home: 1, away: 0 },
    half: { home: 1, away: 0 },
    halfOpen: true,
  });
});

test("a match that has not begun can only be called off", async () => {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const calls = await open(MatchesPage, "/?state=upcoming", {
    [MATCHES]: () => ({
      list: [{ ...live, progress: { ...live.progress, state: "scheduled", startsAt } }],
      next: null,
    }),
    "/api/admin/sports/result": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Enter result/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("group", { name: /after regular time/ })).toBeNull();
  await userEvent.type(dialog.getByLabelText("Source"), "the club");
  await userEvent.type(dialog.getByLabelText(/Reason/), "snow");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/result"))?.body).toMatchObject({ void: "cancelled", half: null });
});

async function openMarkets() {
  await userEvent.click(await screen.findByRole("button", { name: "Markets: Northfield – Southport" }));
  await screen.findByRole("heading", { name: "Markets of Northfield – Southport" });
  return within(await screen.findByRole("dialog"));
}

const typeReason = async (text: string) =>
  userEvent.type(within(await screen.findByRole("dialog")).getByLabelText(/Reason/), text);
const pressVoid = async () =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Void" }));

test("a market is voided with a reason, and the list says who did it and why", async () => {
  let list: object[] = markets;
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [live], next: null }),
    [MARKETS]: () => ({ list }),
    [`${MARKETS}/void`]: () => {
      list = markets.map((one) => ({ ...one, ...voided }));
      return {};
    },
  });
  const dialog = await openMarkets();
  const total = within(await dialog.findByRole("row", { name: /Over \/ under 2.5/ }));
  expect(total.getByText(/lee · .* · a palpable error/)).toBeDefined();
  expect(total.queryByRole("button", { name: /^Void: / })).toBeNull();
  const row = within(dialog.getByRole("row", { name: /Match result/ }));
  expect(row.getByText("Open")).toBeDefined();
  expect(row.getByText(/30,000/)).toBeDefined();
  await userEvent.click(row.getByRole("button", { name: /^Void: / }));
  await screen.findByRole("heading", { name: /^Void Match result of Northfield – Southport/ });
  await pressVoid();
  expect(screen.getByText("Please give a reason.")).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith("/void"))).toBe(false);
  await typeReason(" a palpable error ");
  await pressVoid();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Void:/ })).toBeNull());
  expect(await screen.findAllByText(/lee · .* · a palpable error/)).toHaveLength(2);
  expect(calls.find(({ path }) => path.endsWith("/void"))?.body).toEqual({
    eventIdx: 7,
    marketIdx: 31,
    reason: "a palpable error",
  });
});

test("a void market may wait for a second person (U035), and one that a colleague voided first is said", async () => {
  let answer = "C019";
  await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [live], next: null }),
    [MARKETS]: () => ({ list: markets }),
    [`${MARKETS}/void`]: () => answer,
  });
  const dialog = await openMarkets();
  await userEvent.click(await dialog.findByRole("button", { name: /^Void: / }));
  await typeReason("x");
  await pressVoid();
  expect(await screen.findByText(/A colleague has changed this already/)).toBeDefined();
  answer = "U035";
  await pressVoid();
  await screen.findByRole("heading", { name: "Markets of Northfield – Southport" });
});

test("a match with void markets says so, and its ended bets can be corrected without another result", async () => {
  await open(MatchesPage, "/", { [MATCHES]: () => ({ list: [{ ...live, voided: 2 }], next: null }) });
  const row = within(await screen.findByRole("row", { name: /Northfield/ }));
  expect(row.getByText("Void markets: 2")).toBeDefined();
  expect(row.getByRole("button", { name: /^Correct ended bets:/ })).toBeDefined();
});

test("tabs, sport and search are asked of the server, and more rows come by key", async () => {
  const next = { startsAt: "2026-11-26T12:00:00Z", eventIdx: 7 };
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: ({ after }) =>
      after ? { list: [{ ...live, eventIdx: 8, home: "Eastham" }], next: null } : { list: [live], next },
  });
  await userEvent.click(await screen.findByRole("button", { name: "See more" }));
  await screen.findByRole("row", { name: /Eastham/ });
  expect(screen.getByRole("row", { name: /Northfield/ })).toBeDefined();
  expect(calls.findLast(({ path }) => path === MATCHES)?.body).toEqual({ state: "live", after: next });
  expect(screen.queryByRole("button", { name: "See more" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Suspended" }));
  await userEvent.selectOptions(screen.getByLabelText("Sport"), "Tennis");
  await userEvent.type(screen.getByLabelText("Search"), "open");
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === MATCHES)?.body).toEqual({
      state: "held",
      sport: "tennis",
      search: "open",
    }),
  );
});

test("staff without the right to trade reads the list and the markets, and can do nothing", async () => {
  const answers = { [MATCHES]: () => ({ list: [live], next: null }), [MARKETS]: () => ({ list: markets }) };
  await open(MatchesPage, "/", answers, ["sports"]);
  const row = await screen.findByRole("row", { name: /Northfield/ });
  expect(within(row).getAllByRole("button")).toHaveLength(1);
  await userEvent.click(within(row).getByRole("button", { name: "Markets: Northfield – Southport" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("row", { name: /Over \/ under 2.5/ });
  expect(dialog.queryByRole("button", { name: /^Void:/ })).toBeNull();
});

test("an empty list and a failed one say so", async () => {
  let fails = true;
  await open(MatchesPage, "/", { [MATCHES]: () => (fails ? "E001" : { list: [], next: null }) });
  const retry = await screen.findByRole("button", { name: /again/i });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByText("No matches here")).toBeDefined();
});

test("bets that hold no more, and matches of which the feed says nothing, are marked", async () => {
  const lost = {
    ...live,
    eventIdx: 8,
    home: "Eastham",
    progress: { ...live.progress, suspended: true, reason: "lost" },
  };
  const otherwise = { voids: 3, late: 2, others: 0 };
  await open(MatchesPage, "/?state=otherwise", {
    [MATCHES]: () => ({ list: [{ ...live, otherwise }, lost], next: null }),
  });
  const row = await screen.findByRole("row", { name: /Northfield/ });
  expect(within(row).getByText("Void, but the outcome is known: 3")).toBeDefined();
  expect(within(row).getByText("Struck too late: 2")).toBeDefined();
  expect(within(row).getByRole("button", { name: /Correct ended bets/ })).toBeDefined();
  expect(
    within(await screen.findByRole("row", { name: /Eastham/ })).getByText("Its feed says nothing of it"),
  ).toBeDefined();
});

test("the void of a market is taken back with a reason", async () => {
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [live], next: null }),
    [MARKETS]: () => ({ list: markets }),
    "/api/admin/sports/markets/void": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Markets:/ }));
  await userEvent.click(await screen.findByRole("button", { name: /^Take the void back:/ }));
  await userEvent.type(await screen.findByLabelText(/Reason/), "it was right");
  await userEvent.click(screen.getByRole("button", { name: "Take back" }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith("/void"))?.body).toEqual({
      eventIdx: 7,
      marketIdx: 32,
      reason: "it was right",
      undo: true,
    }),
  );
});

test("the bets of a time are shown before they are void, and a time that was voided can be taken back", async () => {
  const shown = {
    version: 1,
    bets: 2,
    gain: 30_000,
    loss: 0,
    stakes: 50_000,
    paid: 0,
    goOn: 1,
    members: 2,
    debtors: 0,
    debt: 0,
    busy: false,
    list: [],
    windows: [
      {
        idx: 5,
        from: "2026-11-26T14:00:00Z",
        to: "2026-11-26T14:05:00Z",
        by: "lee",
        reason: "late",
        at: "2026-11-26T15:00:00Z",
        undoneAt: null,
      },
    ],
  };
  const calls = await open(MatchesPage, "/", {
    [MATCHES]: () => ({ list: [live], next: null }),
    [MARKETS]: () => ({ list: [market] }),
    "/api/admin/sports/placed": () => shown,
    "/api/admin/sports/placed/void": () => ({}),
    "/api/admin/sports/placed/undo": () => ({}),
  });
  const sent = (path: string) => calls.filter((call) => call.path.endsWith(path)).map(({ body }) => body);
  await userEvent.click(await screen.findByRole("button", { name: /^Markets:/ }));
  await userEvent.click(await screen.findByRole("button", { name: /^Void bets of a time:/ }));
  const submit = await screen.findByRole("button", { name: "Void these bets: 3" });
  expect(screen.getByText("Folders that go on without the leg")).toBeDefined();
  await userEvent.click(submit);
  expect((await screen.findByRole("alert")).textContent).toBe("Please give a reason.");
  await userEvent.type(screen.getByLabelText("Reason (the members read it)"), "the feed was late");
  await userEvent.click(submit);
  await waitFor(() => expect(sent("/placed/void")).toHaveLength(1));
  expect(sent("/placed/void")[0]).toMatchObject({ eventIdx: 7, marketIdx: 31, bets: 2, goOn: 1, stakes: 50_000 });

  await userEvent.click(await screen.findByRole("button", { name: /^Void bets of a time:/ }));
  await userEvent.click(await screen.findByRole("button", { name: /^Take back:/ }));
  await userEvent.type(await screen.findByLabelText(/Reason/), "it was in time");
  await userEvent.click(screen.getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(sent("/placed/undo")).toEqual([{ idx: 5, reason: "it was in time" }]));
});
