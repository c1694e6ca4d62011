import { expect, test } from "vitest";
import { monthAfter, weekdays, weeksOf } from "./month.ts";

test("weeks begin on Monday", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, 1]);
  expect(weeks[5]).toEqual([30, null, null, null, null, null, null]);
  expect(weeksOf("2027-02")).toHaveLength(4);
  expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
});

test("months go over the year", () => {
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

test("the first day is Monday", () => {
  expect(weekdays("en").map(({ short }) => short)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
});
