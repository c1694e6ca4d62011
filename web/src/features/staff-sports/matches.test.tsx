import { screen, within } from "@testing-library/react";
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
  await type(dialog, /Full score/, "2", "1");
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
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
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
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(versions).toEqual([3, 4]);
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
  expect(dialog.queryByRole("group", { name: /Full score/ })).toBeNull();
  await userEvent.type(dialog.getByLabelText("Source"), "the club");
  await userEvent.type(dialog.getByLabelText(/Reason/), "snow");
  await userEvent.click(dialog.getByRole("button", { name: "Enter result" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/result"))?.body).toMatchObject({ void: "cancelled", half: null });
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
  await vi.waitFor(() =>
    expect(calls.findLast(({ path }) => path === MATCHES)?.body).toEqual({
      state: "held",
      sport: "tennis",
      search: "open",
    }),
  );
});

test("staff without the right to trade reads the list and can do nothing", async () => {
  await open(MatchesPage, "/", { [MATCHES]: () => ({ list: [live], next: null }) }, ["sports"]);
  const row = await screen.findByRole("row", { name: /Northfield/ });
  expect(within(row).queryByRole("button")).toBeNull();
});

test("an empty list and a failed one say so", async () => {
  let fails = true;
  await open(MatchesPage, "/", { [MATCHES]: () => (fails ? "E001" : { list: [], next: null }) });
  const retry = await screen.findByRole("button", { name: /again/i });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByText("No matches here")).toBeDefined();
});
