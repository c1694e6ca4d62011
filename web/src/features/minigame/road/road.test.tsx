import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { show } from "#shared/testing/render.tsx";
import { countNumbers, endOf } from "./counts.ts";
import { LastRounds } from "./last-rounds.tsx";
import { MarketRoads } from "./market-roads.tsx";
import { NumberCounts } from "./number-counts.tsx";

beforeAll(async () => {
  await show(null);
  await addPlayTexts();
});

const texts = (rows: HTMLElement[]) =>
  rows.map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent?.trim()));

test("the roads of a market have a table of the same results, the newest on top", async () => {
  const results = [..."AABB"].map((letter, at) => ({
    round: 1_000 + at,
    side: letter === "A" ? ("a" as const) : ("b" as const),
  }));
  const names = { a: { name: "Odd", letter: "O" }, b: { name: "Even", letter: "E" } };
  await show(<MarketRoads title="Power" results={results} names={names} />);
  expect(screen.getByText("Power, Bead road")).toBeTruthy();
  expect(screen.getByText("Power, Big road")).toBeTruthy();
  // A market of two sides counts no tie.
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Odd", "Even", "Odd", "Even"]);
  const [, ...rows] = within(screen.getByRole("table", { hidden: true })).getAllByRole("row", { hidden: true });
  expect(texts(rows)).toEqual([
    ["1,003", "Even"],
    ["1,002", "Even"],
    ["1,001", "Odd"],
    ["1,000", "Odd"],
  ]);
});

test("numbers are counted from lowest to highest, with those that never came", () => {
  const counts = countNumbers([[1, 3], [3, 0], [3]], 0, 4);
  expect(counts.map(({ count }) => count)).toEqual([1, 1, 0, 3, 0]);
  expect(endOf(counts, "most", 2).map(({ number }) => number)).toEqual([3, 0]);
  expect(endOf(counts, "least", 3).map(({ number }) => number)).toEqual([2, 4, 0]);
});

test("counts say that draws have no memory", async () => {
  await show(
    <NumberCounts
      draws={[
        [1, 2],
        [2, 3],
        [2, 4],
      ]}
      lowest={1}
      highest={6}
    />,
  );
  expect(screen.getByText(/Draws have no memory/)).toBeTruthy();
  expect(screen.getByText("Last 3 rounds")).toBeTruthy();
  const [, ...rows] = within(screen.getByRole("table", { hidden: true })).getAllByRole("row", { hidden: true });
  expect(texts(rows)).toEqual([
    ["1", "1"],
    ["2", "3"],
    ["3", "1"],
    ["4", "1"],
    ["5", "0"],
    ["6", "0"],
  ]);
});

test("the last rounds show results of every kind, the newest on top", async () => {
  const drawnAt = "2026-11-26T10:05:00Z";
  const rounds = [
    { round: 41, drawnAt, outcome: { balls: [17, 3], power: 4 } },
    { round: 42, drawnAt, outcome: { start: "right", lines: 4, end: "even" } as const },
    { round: 43, drawnAt, outcome: { coins: ["head", "tail", "tail"] } as const },
    { round: 44, drawnAt, outcome: { balls: [70, 1] } },
  ];
  await show(<LastRounds game="pwball" rounds={rounds} />);
  const [, ...rows] = screen.getAllByRole("row");
  expect(texts(rows).map(([round, , result]) => [round, result])).toEqual([
    ["44", "70 1"],
    ["43", "Head · Tail · Tail"],
    ["42", "Right · 4 rungs · Even"],
    ["41", "17 3 4Powerball 4"],
  ]);
});
