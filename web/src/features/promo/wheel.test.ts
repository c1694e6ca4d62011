import { expect, test } from "vitest";
import { pathOf, slicesOf, turnTo } from "./wheel.ts";

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
