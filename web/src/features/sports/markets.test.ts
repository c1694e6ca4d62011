import { expect, test } from "vitest";
import { market } from "#shared/sports/samples.ts";
import { marketGroups, questionsOf, shownMarkets } from "./markets.ts";

const markets = [
  market({ id: 1 }),
  market({ id: 2, kind: "handicap", line: 2, main: false }),
  market({ id: 3, kind: "handicap", line: -2 }),
  market({ id: 4, kind: "total", line: 10, period: "half1" }),
  market({ id: 5, kind: "btts" }),
  market({ id: 6, kind: "total", line: 10, state: "resulted" }),
];

test("each group has its open markets", () => {
  const ids = marketGroups.map((group) => shownMarkets(markets, group).map(({ id }) => id));
  expect(ids).toEqual([[1, 2, 3, 4, 5], [1, 3], [2, 3], [], [4], [5]]);
});

test("lines of one question stand together, those of the whole match first", () => {
  expect(questionsOf(shownMarkets(markets, "all")).map(({ markets: lines }) => lines.map(({ id }) => id))).toEqual([
    [1],
    [3, 2],
    [5],
    [4],
  ]);
});
