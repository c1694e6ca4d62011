import { expect, test } from "vitest";
import { labelHeight, labelTurn, pathOf, rankOf, slicesOf, turnTo } from "./wheel.ts";

const prizes = [
  { label: "500 P", pointAmt: 500, weight: 60 },
  { label: "1,000 P", pointAmt: 1_000, weight: 30 },
  { label: "50,000 P", pointAmt: 50_000, weight: 10 },
];

test("slices are as wide as their odds and fill the circle", () => {
  const slices = slicesOf(prizes);
  expect(slices.map(({ odds }) => odds)).toEqual([0.6, 0.3, 0.1]);
  expect(slices.map(({ from, to }) => [from, Math.round(to)])).toEqual([
    [0, 216],
    [216, 324],
    [324, 360],
  ]);
  expect(slicesOf([])).toEqual([]);
});

test("the greatest prize has its colour alone, and nothing won has none", () => {
  const nothing = { label: "", pointAmt: 0, weight: 10 };
  expect(slicesOf([...prizes, nothing]).map(({ tone }) => tone)).toEqual(["a", "b", "top", "none"]);
  expect(prizes.map(({ pointAmt }) => rankOf([...prizes, nothing], pointAmt))).toEqual([2, 1, 0]);
});

test("the words of a slice run outwards along its middle", () => {
  expect(slicesOf(prizes).map(labelTurn)).toEqual([18, 180, 252]);
});

test("the wheel stops with the middle of the prize under the pointer", () => {
  for (const slice of slicesOf(prizes)) {
    const under = ((-turnTo(slice, 5) % 360) + 360) % 360;
    expect(under).toBeCloseTo((slice.from + slice.to) / 2);
  }
});

test("a large slice takes the long way round, a certain prize is a circle", () => {
  expect(pathOf({ from: 0, to: 216 }, 100)).toContain("A100 100 0 1 1");
  expect(pathOf({ from: 324, to: 360 }, 100)).toContain("A100 100 0 0 1");
  expect(pathOf({ from: 0, to: 360 }, 100)).toBe("M0 -100A100 100 0 1 1 -0.01 -100Z");
});

test("words of a slice are as high as it is wide where they begin, and stand in every slice of 2 % and more", () => {
  expect(labelHeight({ from: 0, to: 120 }, "100 P", 138)).toBe(14);
  const thin = labelHeight({ from: 0, to: 7.2 }, "10,000 P", 138) ?? 0;
  expect(thin).toBeGreaterThanOrEqual(8);
  const start = 138 - "10,000 P".length * 0.6 * thin;
  expect(start * ((7.2 * Math.PI) / 180)).toBeGreaterThanOrEqual(thin - 0.01);
  expect(labelHeight({ from: 0, to: 2 }, "10,000 P", 138)).toBeNull();
});
