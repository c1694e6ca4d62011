import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import type { Parked } from "./parked.ts";
import { ParkedPage } from "./parked-page.tsx";
import { open } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addTradingTexts();
});
afterEach(() => vi.unstubAllGlobals());

const PARKED = "/api/admin/sports/parked";
const FEEDS = "/api/admin/sports/feeds";
const RESTART = "/api/admin/sports/feeds/restart";
const SETTLE = "/api/admin/sports/parked/settle";
const unknown: Parked = {
  idx: 5,
  feed: "names",
  kind: "event",
  feedId: "M9",
  reason: "unknown_team",
  times: 14,
  firstAt: "2026-11-26T10:00:00Z",
  lastAt: "2026-11-26T11:00:00Z",
  body: '{"home":"Heimat"}',
  sport: "soccer",
  league: "L1",
  home: "Heimat",
  away: "Southport",
  unknown: [{ kind: "team", name: "Heimat" }],
};
const price: Parked = {
  ...unknown,
  idx: 6,
  kind: "market",
  reason: "crossed",
  sport: "",
  league: "",
  home: "",
  away: "",
  unknown: [],
};

test("the queue is filtered by reason, and a message without a match is named by its kind", async () => {
  const calls = await open(ParkedPage, "/", {
    [FEEDS]: () => ({ list: [] }),
    [PARKED]: ({ reason }) => ({ list: reason ? [price] : [unknown, price], next: null }),
  });
  await screen.findByRole("row", { name: /Heimat – Southport/ });
  await userEvent.selectOptions(screen.getByLabelText("Why not used"), "Prices that always lose");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Heimat – Southport/ })).toBeNull());
  expect(screen.getByRole("row", { name: /Market of match M9/ })).toBeDefined();
  expect(calls.findLast(({ path }) => path === PARKED)?.body).toEqual({ reason: "crossed" });
});

test("a message is dismissed after a question, and a colleague who was first is said", async () => {
  const answers: (object | string)[] = ["C019", {}];
  let list = [price];
  const calls = await open(ParkedPage, "/", {
    [FEEDS]: () => ({ list: [] }),
    [PARKED]: () => ({ list, next: null }),
    [SETTLE]: () => {
      const answer = answers.shift();
      if (typeof answer !== "string") list = [];
      return answer;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Dismiss: Market of match M9" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Dismiss" }));
  expect(await dialog.findByText(/A colleague has dealt with this message/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Dismiss" }));
  expect(await screen.findByText("Nothing waits here")).toBeDefined();
  expect(calls.findLast(({ path }) => path === SETTLE)?.body).toEqual({ idx: 6, how: "dismiss" });
});

test("an unknown name is given its team after a search", async () => {
  const calls = await open(ParkedPage, "/", {
    [FEEDS]: () => ({ list: [] }),
    [PARKED]: () => ({ list: [unknown], next: null }),
    "/api/admin/sports/names": ({ search }) => ({
      list:
        search === "home" ? [{ idx: 31, name: "Home Town", country: "", off: false, sportOff: false, margin: 0 }] : [],
    }),
    [SETTLE]: () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Heimat – Southport" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText('{"home":"Heimat"}')).toBeDefined();
  expect(await sheet.findByText("Nothing found. Try another spelling.")).toBeDefined();
  const field = sheet.getByLabelText("Search our teams");
  await userEvent.clear(field);
  await userEvent.type(field, "home");
  await userEvent.click(await sheet.findByRole("button", { name: "Home Town" }));
  await userEvent.click(await screen.findByRole("button", { name: "Match the name" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path === SETTLE)?.body).toEqual({
    idx: 5,
    how: "alias",
    name: "Heimat",
    teamIdx: 31,
  });
  expect(calls.find(({ path }) => path.endsWith("/names"))?.body).toEqual({
    kind: "team",
    sport: "soccer",
    search: "Heimat",
  });
});

test("staff without the right to trade reads a message and can do nothing with it", async () => {
  await open(ParkedPage, "/", { [FEEDS]: () => ({ list: [] }), [PARKED]: () => ({ list: [unknown], next: null }) }, [
    "sports",
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Heimat – Southport" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.queryByLabelText("Search our teams")).toBeNull();
  expect(screen.queryByRole("button", { name: /Dismiss/ })).toBeNull();
});

test("a feed whose numbers went back begins again with a reason, and a colleague who was first is said", async () => {
  const answers: (object | string)[] = ["C019", {}];
  let list = [{ feed: "sim", refused: 12, stored: 1_000_500, seen: 42, lastAt: "2026-11-26T11:00:00Z" }];
  const calls = await open(ParkedPage, "/", {
    [PARKED]: () => ({ list: [], next: null }),
    [FEEDS]: () => ({ list }),
    [RESTART]: () => {
      const answer = answers.shift();
      if (typeof answer !== "string") list = [];
      return answer;
    },
  });
  const row = await screen.findByRole("row", { name: /sim/ });
  expect(["12", "42", "1,000,500"].map((text) => within(row).getByText(text).tagName)).toHaveLength(3);
  await userEvent.click(within(row).getByRole("button", { name: "Begin again: sim" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Begin again" }));
  expect(calls.some(({ path }) => path === RESTART)).toBe(false);
  await userEvent.type(dialog.getByLabelText(/Reason/), "restored a backup");
  await userEvent.click(dialog.getByRole("button", { name: "Begin again" }));
  expect(await dialog.findByText(/A colleague has done this already/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Begin again" }));
  await waitFor(() => expect(screen.queryByText("Feeds whose numbers went back")).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.findLast(({ path }) => path === RESTART)?.body).toEqual({ feed: "sim", reason: "restored a backup" });
});

test("staff without the right to trade sees that the numbers of a feed went back", async () => {
  const list = [{ feed: "sim", refused: 12, stored: 1_000_500, seen: 42, lastAt: "2026-11-26T11:00:00Z" }];
  await open(ParkedPage, "/", { [PARKED]: () => ({ list: [], next: null }), [FEEDS]: () => ({ list }) }, ["sports"]);
  await screen.findByRole("row", { name: /sim/ });
  expect(screen.queryByRole("button", { name: /Begin again/ })).toBeNull();
});
