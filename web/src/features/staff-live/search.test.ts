import { describe, expect, test } from "vitest";
import type { QueueRow } from "./queues.ts";
import { liveSearch, matches, sameName } from "./search.ts";

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
    memName: "Nguyễn Thị Khai",
    memLevel: 1,
    amount: 50_000,
    depositor: "Trần Bảo",
    bank: "Vietcombank",
    accountNo: "110-222",
    accountHolder: "",
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

test("nonsense in the address shows everything", () => {
  expect(liveSearch({ queue: "all", status: "old", q: "" })).toEqual({});
  expect(liveSearch({ queue: "out", status: "held", q: 110 })).toEqual({ queue: "out", status: "held", q: "110" });
});

describe("a row is found", () => {
  test.each(["PLAYER7", "sao", "thị khai", "bảo", "110-2", "50000"])("by %s", (q) => {
    expect(matches(cash(0), { q })).toBe(true);
  });

  test("not by a word that it does not contain", () => {
    expect(matches(cash(0), { q: "player8" })).toBe(false);
  });

  test("by its status", () => {
    expect(matches(cash(0), { status: "new" })).toBe(true);
    expect(matches(cash(2), { status: "new" })).toBe(false);
    expect(matches(cash(2), { status: "held" })).toBe(true);
  });
});

test("S-25: names are the same without regard to case, spaces and width", () => {
  expect(sameName("Kim Min Su", "KIM MINSU")).toBe(true);
  expect(sameName("ﾔﾏﾀﾞ", "ヤマダ")).toBe(true);
  expect(sameName("김민수", "김민서")).toBe(false);
});
