import { expect, test } from "vitest";
import { monthAfter, weekdays, weekStart, weeksOf } from "./month.ts";

test("weeks begin on Monday", () => {
  const weeks = weeksOf("2026-11", 1);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, 1]);
  expect(weeks[5]).toEqual([30, null, null, null, null, null, null]);
  expect(weeksOf("2027-02", 1)).toHaveLength(4);
  expect(weeksOf("2028-02", 1).flat().filter(Boolean)).toHaveLength(29);
});

test("months go over the year", () => {
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

test("the first day is Monday", () => {
  expect(weekdays("en", 1).map(({ short }) => short)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
});

test("weeks begin on Sunday where calendars do", () => {
  expect(weekStart("ko")).toBe(0);
  expect(weekStart("jp")).toBe(0);
  expect(weekStart("th")).toBe(0);
  expect(weekStart("vn")).toBe(1);
  expect(weeksOf("2026-11", 0)[0]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(weekdays("en", 0)[0]?.short).toBe("Sun");
});
