import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import type { Match } from "#shared/sports/book.ts";
import { market, match } from "#shared/sports/samples.ts";
import type { Selection } from "#shared/sports/selection.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { MatchPage } from "./match-page.tsx";

beforeAll(async () => {
  await Promise.all([addPlayTexts(), addSportsTexts()]);
});

afterEach(() => vi.unstubAllGlobals());

async function open(answer: Match | string) {
  stubApi({ "/api/sports/match": () => answer });
  const chosen: Selection[] = [];
  await show(
    <MatchPage eventIdx={1} chosen={new Set()} onChoose={(one) => chosen.push(one)} back="back" slip={null} />,
  );
  return chosen;
}

const playing = match({ eventIdx: 1, country: "BR" });
playing.markets.push(
  market({
    id: 150,
    kind: "handicap",
    line: -4,
    main: false,
    state: "suspended",
    prices: [
      { key: "home", price: 2_500, version: 1, active: true },
      { key: "away", price: 1_500, version: 1, active: true },
    ],
  }),
);
playing.markets.push(
  market({
    id: 160,
    kind: "btts",
    prices: [
      { key: "yes", price: 1_700, version: 1, active: true },
      { key: "no", price: 2_100, version: 1, active: false },
    ],
  }),
);
playing.progress = {
  ...playing.progress,
  state: "live",
  period: "h2",
  clock: 3_000,
  clockAt: new Date().toISOString(),
  home: 1,
  scores: { h1: { home: 1, away: 0 }, h2: { home: 0, away: 0 } },
  cards: { yellow: { home: 2, away: 3 } },
};

test("a match in play shows how it stands, part by part, and that broadcasts are late (S-49)", async () => {
  await open(playing);
  expect((await screen.findByText("1 to 0")).parentElement?.textContent).toContain("1:0");
  const parts = screen.getByRole("table", { name: "Score part by part" });
  expect(
    within(parts)
      .getAllByRole("row")
      .map((row) => row.textContent),
  ).toEqual(["Side1H2HYellow", "Northfield102", "Southport003"]);
  expect(screen.getByText(/reach you with a delay/)).toBeTruthy();
  expect(screen.getByText(/Brazil · First Division/)).toBeTruthy();
});

test("lines are a table, and a price that takes no bets is not chosen", async () => {
  const chosen = await open(playing);
  const lines = await screen.findByRole("grid", { name: "Handicap" });
  expect(
    within(lines)
      .getAllByRole("rowheader")
      .map((head) => head.textContent),
  ).toEqual(["−1", "−0.5"]);
  await userEvent.click(within(lines).getAllByRole("button", { name: /^−1/ })[0] as HTMLElement);
  const both = screen.getByRole("grid", { name: "Both sides score" });
  await userEvent.click(within(both).getByRole("button", { name: /^No/ }));
  expect(chosen).toEqual([]);
  await userEvent.click(within(lines).getByRole("button", { name: /^\+0.5/ }));
  expect(chosen).toMatchObject([{ marketIdx: 102, pick: "away", line: -2, price: 1_930 }]);
});

test("a group shows its markets only", async () => {
  await open(playing);
  await userEvent.click(await screen.findByRole("button", { name: "Special" }));
  expect(screen.getAllByRole("grid")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "1st half" })).toBeNull();
});

test("a match that ended takes no bets, and one that there is not says so", async () => {
  await open({ ...playing, progress: { ...playing.progress, state: "ended" } });
  expect(await screen.findByText(/settled by the official result/)).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
});

test("a match that there is not says so", async () => {
  await open("G006");
  expect(await screen.findByText("There is no such match")).toBeTruthy();
});
