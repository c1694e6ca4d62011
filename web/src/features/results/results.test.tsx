import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { dayBegins, type ResultSearch, resultsRequest, type View } from "./results.ts";
import { ResultsPage } from "./results-page.tsx";

beforeAll(() => addSportsTexts());

afterEach(() => vi.unstubAllGlobals());

const result = {
  eventIdx: 1,
  sport: "soccer",
  leagueIdx: 1,
  leagueName: "First Division",
  country: "",
  home: "Northfield",
  away: "Southport",
  startsAt: "2026-11-25T12:00:00Z",
  endedAt: "2026-11-25T13:50:00Z",
  source: "sim",
  void: "",
  full: { home: 2, away: 1 },
  half: { home: 1, away: 0 },
  scores: { h1: { home: 1, away: 0 }, h2: { home: 1, away: 1 } },
  markets: [
    { kind: "1x2", period: "full", line: 0, winners: [{ key: "home", outcome: "won" }] },
    { kind: "handicap", period: "full", line: -3, winners: [{ key: "home", outcome: "half-won" }] },
    { kind: "total", period: "full", line: 10, winners: [{ key: "over", outcome: "won" }] },
    { kind: "btts", period: "full", line: 0, winners: [{ key: "yes", outcome: "won" }] },
  ],
};

async function open(view: View, list: unknown[] = [result]) {
  const calls = stubApi({ "/api/sports/results": () => ({ list, next: null }) });
  function Here() {
    const [search, setSearch] = useState<ResultSearch>({});
    return <ResultsPage view={view} tabs="tabs" search={search} onSearch={setSearch} />;
  }
  await show(<Here />);
  return () => calls.map(({ body }) => body);
}

test.each([
  ["winloose", "Match resultNorthfield"],
  ["handy", "HandicapNorthfield −0.75 (Half won)"],
  ["underover", "Over / underOver 2.5"],
  ["special", "Both sides scoreYes"],
] as const)("%s says what won, with all scores and their source", async (view, won) => {
  await open(view);
  const [, row] = await screen.findAllByRole("row");
  const cells = within(row as HTMLElement).getAllByRole("cell");
  expect(cells.at(-1)?.textContent).toBe(won);
  expect(cells.at(-2)?.textContent).toBe("2:11st half 1:01H 1:0 · 2H 1:1Source: sim");
});

test("a match that was called off has no score", async () => {
  await open("winloose", [{ ...result, void: "postponed", markets: [] }]);
  expect(await screen.findByText("Put off by more than 48 hours")).toBeTruthy();
  expect(screen.queryByText("2:1")).toBeNull();
});

test("a day is the one of the site's clock", async () => {
  expect(dayBegins("2026-11-26", "Asia/Seoul").toISOString()).toBe("2026-11-25T15:00:00.000Z");
  expect(dayBegins("2026-11-26", "America/New_York").toISOString()).toBe("2026-11-26T05:00:00.000Z");
  const bodies = await open("winloose");
  await userEvent.type(await screen.findByLabelText("Day"), "2026-11-26");
  const request = resultsRequest({ day: "2026-11-26" }, "Asia/Seoul");
  expect(request).toMatchObject({ fromAt: "2026-11-25T15:00:00.000Z", toAt: "2026-11-26T15:00:00.000Z" });
  await waitFor(() => expect(bodies().at(-1)).toMatchObject(request));
});

test("no result says so, and leads to all", async () => {
  await open("winloose", []);
  expect(await screen.findByText("No results here")).toBeTruthy();
});
