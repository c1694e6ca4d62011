import { describe, expect, test } from "vitest";
import { daysBetween, daysRequest, historyRequest, lastDays, withDay } from "./days.ts";
import { makeFormat } from "./i18n/format.tsx";
import { dayOf, historySearch } from "./search.ts";

test("a day of an address is a day of the calendar", () => {
  expect(["2026-02-28", "2026-02-30", "1999-01-01", "2026-2-1", 7, undefined].map(dayOf)).toEqual([
    "2026-02-28",
    ...Array(5).fill(undefined),
  ]);
});

test("today is the day of the site's clock (D-63)", () => {
  const format = makeFormat("en", { currency: "KRW", timeZone: "Asia/Seoul" });
  const now = Date.parse("2026-11-20T20:00:00Z"); // the 21st in Seoul
  expect(lastDays(1, format, now)).toEqual({ from: "2026-11-21", to: "2026-11-21" });
  expect(lastDays(30, format, now)).toEqual({ from: "2026-10-23", to: "2026-11-21" });
});

test("the days between two days, over the end of a month", () => {
  expect(daysBetween("2026-02-27", "2026-03-02")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([]);
  expect(daysBetween("", "")).toEqual([]);
});

describe("the other end follows", () => {
  test.each([
    [{ from: "2026-03-01", to: "2026-03-05" }, "from", "2026-03-09", { from: "2026-03-09", to: "2026-03-09" }],
    [{ from: "2026-03-01", to: "2026-03-05" }, "to", "2026-02-01", { from: "2026-02-01", to: "2026-02-01" }],
    [{ from: "2026-03-01", to: "2026-03-05" }, "from", "2025-03-05", { from: "2025-03-05", to: "2025-06-04" }],
    [{ from: "2026-03-01", to: "2026-03-05" }, "to", "2026-12-31", { from: "2026-10-01", to: "2026-12-31" }],
    [{ to: "2026-03-05" }, "from", "2026-03-01", { from: "2026-03-01", to: "2026-03-05" }],
    [{ from: "2026-03-01", to: "2026-03-05" }, "to", undefined, { from: "2026-03-01" }],
    [{}, "to", "2026-03-05", { to: "2026-03-05" }],
  ] as const)("%j with %s %s is %j", (days, side, day, result) => {
    expect(withDay(days, side, day)).toEqual(result);
  });
});

test("the api is asked for bare days; an open side is left out", () => {
  expect(daysRequest({ from: "2026-03-01" })).toEqual({ startDate: "2026-03-01" });
  expect(daysRequest({ from: "2026-03-01", to: "2026-03-02" })).toEqual({
    startDate: "2026-03-01",
    endDate: "2026-03-02",
  });
});

test("nonsense in a history's address becomes the default, defaults are left out", () => {
  expect(historySearch({ from: "eternity", page: "x", size: 7 })).toEqual({});
  expect(historySearch({ page: 1, size: 10 })).toEqual({});
  expect(historySearch({ from: "2026-01-02", to: "", page: "3", size: "50" })).toEqual({
    from: "2026-01-02",
    page: 3,
    size: 50,
  });
});

test("a history is asked for by bare days, a page and its size", () => {
  expect(historyRequest({})).toEqual({ page: 1, count_per_list: 10 });
  expect(historyRequest({ from: "2026-01-02", to: "2026-01-03", page: 2, size: 20 })).toEqual({
    page: 2,
    count_per_list: 20,
    startDate: "2026-01-02",
    endDate: "2026-01-03",
  });
});
