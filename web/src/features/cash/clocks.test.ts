import { describe, expect, test } from "vitest";
import type { CashRow } from "#shared/api/types.ts";
import { isClosed } from "./closed-hours.ts";
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
