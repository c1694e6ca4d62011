import { describe, expect, test } from "vitest";
import type { QueueRow } from "./queues.ts";
import { liveSearch, matches } from "./search.ts";

const cash = (status: number): QueueRow => ({
  key: "in:7",
  at: "2026-01-01T00:00:00Z",
  memId: "player7",
  kind: "in",
  cash: {
    idx: 7,
    cashType: "in",
    memId: "player7",
    memNick: "Sao",
    memName: "N***** T** K***",
    memLevel: 1,
    amount: 50_000,
    depositor: "T*** B**",
    bank: "Vietcombank",
    accountNo: "****2223",
    accountHolder: "",
    nameDiffers: true,
    status,
    requestedAt: "2026-01-01T00:00:00Z",
    memo: "",
    processedAt: null,
    processedBy: "",
    memberCash: 0,
    inBreak: false,
    turnoverOpen: 0,
    forfeited: 0,
    forfeitedPoints: 0,
  },
});

const none = new Set<string>();

test("nonsense in the address shows everything", () => {
  expect(liveSearch({ queue: "all", status: "old", q: "" })).toEqual({});
  expect(liveSearch({ queue: "out", status: "held", q: 110 })).toEqual({ queue: "out", status: "held", q: "110" });
});

describe("a row is found", () => {
  test.each(["PLAYER7", "sao", "50000"])("by %s", (q) => {
    expect(matches(cash(0), { q }, none)).toBe(true);
  });

  test("by what only the server knows", () => {
    expect(matches(cash(0), { q: "trần bảo" }, none)).toBe(false);
    expect(matches(cash(0), { q: "trần bảo" }, new Set(["in:7"]))).toBe(true);
  });

  test("not by a word that it does not contain", () => {
    expect(matches(cash(0), { q: "player8" }, none)).toBe(false);
  });

  test("by its status", () => {
    expect(matches(cash(0), { status: "new" }, none)).toBe(true);
    expect(matches(cash(2), { status: "new" }, none)).toBe(false);
    expect(matches(cash(2), { status: "held" }, none)).toBe(true);
  });
});
