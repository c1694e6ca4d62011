import { describe, expect, test } from "vitest";
import { convertFault, mostConvertible } from "./rules.ts";

const limits = { pointChangeAmtLimit: 10_000, pointChangeAmtUnit: 1_000 };

describe("D-19: P003 comes before P002", () => {
  test.each([
    [9_500, "P003"],
    [10_500, "P002"],
    [10_000, undefined],
    [32_000, undefined],
  ])("%s: %s", (points, code) => {
    expect(convertFault(points, limits)?.code).toBe(code);
  });
});

test("all of the points are rounded down to the unit", () => {
  expect(mostConvertible(32_999, limits)).toBe(32_000);
  expect(mostConvertible(999, limits)).toBe(0);
});
