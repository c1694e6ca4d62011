import { expect, test } from "vitest";
import { chainOf, parseRate, rateFault, writeRate } from "./rates.ts";

test("a rate is read and written in basis points, without floats", () => {
  // 1.15 × 100 is 114.99999999999999 as floats.
  for (const [text, points] of [
    ["1.15", 115],
    ["1,15", 115],
    ["0.05", 5],
    ["3", 300],
    ["3.", 300],
    ["0.5", 50],
    ["100", 10_000],
    ["0", 0],
  ] as const) {
    expect(parseRate(text), text).toBe(points);
    expect(parseRate(writeRate(points)), text).toBe(points);
  }
  expect([115, 120, 300, 5, 0, 10_000].map(writeRate)).toEqual(["1.15", "1.2", "3", "0.05", "0", "100"]);
  for (const text of ["", "-1", "1.234", "1.2.3", "a", "1e3", " ."]) expect(parseRate(text), text).toBeNull();
});

test("no level has more than the one above, nor less than the one below (G010)", () => {
  const levels = [120, 100, 40].map((value, at) => ({ key: `PTN_${at + 2}`, label: "", value }));
  const chain = chainOf(150, levels);
  expect(chain.map(({ ceiling, floor }) => [ceiling, floor])).toEqual([
    [150, 100],
    [120, 40],
    [100, 0],
  ]);
  const [, second] = chain;
  if (!second) throw new Error("no level");
  expect(rateFault(120, second)).toBeUndefined();
  expect(rateFault(121, second)).toBe("above");
  expect(rateFault(39, second)).toBe("below");
  expect(rateFault(null, second)).toBe("form");
});

test("a level whose rate cannot be read bounds the others as if it were not there", () => {
  const chain = chainOf(150, [
    { key: "a", label: "", value: null },
    { key: "b", label: "", value: 90 },
  ]);
  expect(chain[1]?.ceiling).toBe(150);
  expect(chain[0]?.floor).toBe(90);
});
