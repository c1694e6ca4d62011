import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import type { League } from "./offer.ts";
import { SportsOfferPage } from "./offer-page.tsx";
import { open } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addTradingTexts();
});
afterEach(() => vi.unstubAllGlobals());

const NAMES = "/api/admin/sports/names";
const OFFER = "/api/admin/sports/offer";
const first: League = { idx: 1, name: "First Division", country: "KR", off: false, sportOff: false, margin: 250 };

test("margins are shown in percent, and a change of one is shown before it is saved", async () => {
  const calls = await open(SportsOfferPage, "/", {
    [NAMES]: () => ({ list: [first], sportOff: false }),
    [OFFER]: () => ({}),
  });
  const row = await screen.findByRole("row", { name: /First Division/ });
  expect(within(row).getByText("2.5%")).toBeDefined();
  expect(within(row).getByText("South Korea")).toBeDefined();
  await userEvent.click(within(row).getByRole("button", { name: "Change the margin: First Division" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = dialog.getByRole("button", { name: "Save changes" });
  const margin = dialog.getByLabelText("Margin in percent");
  await userEvent.type(dialog.getByLabelText(/Reason/), "thin market");
  await userEvent.click(save);
  expect(await dialog.findByText(/Nothing changes/)).toBeDefined();
  await userEvent.clear(margin);
  await userEvent.type(margin, "31");
  await userEvent.click(save);
  expect(await dialog.findByText("Please enter a percentage from 0 to 30.")).toBeDefined();
  expect(calls.some(({ path }) => path === OFFER)).toBe(false);
  await userEvent.clear(margin);
  await userEvent.type(margin, "4.75");
  const changes = within(dialog.getByRole("region", { name: "Changes" }));
  expect([changes.getByText("2.5%").tagName, changes.getByText("4.75%").tagName]).toEqual(["DEL", "INS"]);
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path === OFFER)?.body).toEqual({
    sport: "soccer",
    leagueIdx: 1,
    off: false,
    margin: 475,
    reason: "thin market",
  });
});

test("a league is switched off without touching its margin, even while its sport is off", async () => {
  const calls = await open(SportsOfferPage, "/?sport=tennis", {
    [NAMES]: () => ({ list: [{ ...first, sportOff: true }], sportOff: true }),
    [OFFER]: () => "C019",
  });
  const row = await screen.findByRole("row", { name: /First Division/ });
  expect(within(row).getByText("Its sport is off")).toBeDefined();
  await userEvent.click(within(row).getByRole("button", { name: "Switch off: First Division" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("This site takes no new bets on its matches. Bets that are placed stay.")).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/Reason/), "few stakes");
  const reads = calls.filter(({ path }) => path === NAMES).length;
  await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
  expect(await dialog.findByText(/It was changed in the meantime/)).toBeDefined();
  expect(calls.find(({ path }) => path === OFFER)?.body).toEqual({
    sport: "tennis",
    leagueIdx: 1,
    off: true,
    reason: "few stakes",
  });
  expect(calls.filter(({ path }) => path === NAMES).length).toBeGreaterThan(reads);
});

test("a whole sport is switched off and on again with a reason", async () => {
  let sportOff = false;
  const calls = await open(SportsOfferPage, "/", {
    [NAMES]: () => ({ list: [{ ...first, sportOff }], sportOff }),
    [OFFER]: ({ off }) => {
      sportOff = off === true;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Switch off: Soccer" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "no feed");
  await userEvent.click(dialog.getByRole("button", { name: "Switch off: Soccer" }));
  expect(await screen.findByRole("button", { name: "Switch on: Soccer" })).toBeDefined();
  expect(calls.find(({ path }) => path === OFFER)?.body).toEqual({
    sport: "soccer",
    leagueIdx: 0,
    off: true,
    reason: "no feed",
  });
});

test("a sport without leagues has its switch", async () => {
  const calls = await open(SportsOfferPage, "/?sport=tennis", {
    [NAMES]: () => ({ list: [], sportOff: true }),
    [OFFER]: () => ({}),
  });
  expect(await screen.findByText("No leagues here")).toBeDefined();
  await userEvent.click(await screen.findByRole("button", { name: "Switch on: Tennis" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "its feed is there");
  await userEvent.click(dialog.getByRole("button", { name: "Switch on: Tennis" }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === OFFER)?.body).toEqual({
      sport: "tennis",
      leagueIdx: 0,
      off: false,
      reason: "its feed is there",
    }),
  );
});

test("staff without the right to trade reads the offer and can switch nothing", async () => {
  await open(SportsOfferPage, "/", { [NAMES]: () => ({ list: [first], sportOff: false }) }, ["sports"]);
  await screen.findByRole("row", { name: /First Division/ });
  expect(screen.queryByRole("button", { name: /Switch|margin/ })).toBeNull();
});
