import { describe, expect, test } from "vitest";
import type { CashRow } from "#shared/api/types.ts";
import { makeFormat } from "#shared/i18n/format.tsx";
import { isClosed } from "./closed-hours.ts";
import { historySearch, partOf } from "./period.ts";
import { statusOf } from "./status.ts";
import { undoLeft } from "./undo.ts";

describe("C011: withdrawals rest on the site's clock", () => {
  const at = (utc: string) => isClosed("23:30", "00:30", "Asia/Seoul", new Date(utc));
  test.each([
    ["2026-01-01T14:29:59Z", false],
    ["2026-01-01T14:30:00Z", true],
    ["2026-01-01T15:29:59Z", true],
    ["2026-01-01T15:30:00Z", false],
  ])("%s: %s", (utc, closed) => {
    expect(at(utc)).toBe(closed);
  });

  test("hours within one day, and none", () => {
    const noon = new Date("2026-01-01T03:00:00Z");
    expect(isClosed("11:00", "13:00", "Asia/Seoul", noon)).toBe(true);
    expect(isClosed("12:01", "13:00", "Asia/Seoul", noon)).toBe(false);
    expect(isClosed("00:00", "00:00", "Asia/Seoul", noon)).toBe(false);
  });
});

describe("D-15: a withdrawal can be cancelled for as long as the site allows, and only before staff claims it", () => {
  const row: CashRow = {
    idx: 1,
    cashType: "out",
    amount: 50_000,
    status: 0,
    depositor: "",
    bank: "",
    accountMasked: "",
    requestedAt: "2026-01-01T00:00:00Z",
    processedAt: null,
    memo: "",
    undoUntil: "2026-01-01T00:01:00Z",
  };
  const at = Date.parse(row.requestedAt);
  test.each([
    ["at once", row, at, 60_000],
    ["after 59.5 s", row, at + 59_500, 500],
    ["after the minute", row, at + 60_000, 0],
    ["on a device whose clock is slow", row, at - 300_000, 60_000],
    ["when staff has taken it up", { ...row, status: 2 }, at, 0],
    ["when there is no undo", { ...row, undoUntil: null }, at, 0],
  ])("%s", (_, asked, now, left) => {
    expect(undoLeft(asked, now)).toBe(left);
  });
});

test("D-11: −1 and −2 are both shown as cancelled", () => {
  expect(statusOf({ status: -1 }).text).toBe("status.cancelled");
  expect(statusOf({ status: -2 }).text).toBe("status.cancelled");
});

describe("a history's address", () => {
  const format = makeFormat("en", { currency: "KRW", timeZone: "Asia/Seoul" });
  // 00:30 of the 2nd in Seoul.
  const now = Date.parse("2026-01-01T15:30:00Z");

  test("nonsense becomes the default, defaults are left out", () => {
    expect(historySearch({ period: "eternity", page: "x" })).toEqual({});
    expect(historySearch({ period: "all", page: 1 })).toEqual({});
    expect(historySearch({ period: "week", page: "3" })).toEqual({ period: "week", page: 3 });
  });

  test("days are the site's", () => {
    expect(partOf({ period: "today" }, format, now)).toEqual({
      page: 1,
      startDate: "2026-01-02",
      endDate: "2026-01-02",
    });
    expect(partOf({ period: "week", page: 2 }, format, now)).toEqual({
      page: 2,
      startDate: "2025-12-27",
      endDate: "2026-01-02",
    });
    expect(partOf({}, format, now)).toEqual({ page: 1 });
  });
});
