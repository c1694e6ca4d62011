import { beforeEach, expect, test } from "vitest";
import { isNew, markSeen } from "./seen.ts";

const NOW = Date.parse("2026-09-10T12:00:00Z");
const inquiry = { idx: 7, category: "etc", answeredAt: "2026-09-10T11:00:00Z" };
const seen = (): string[] => JSON.parse(localStorage.getItem("answers-seen") ?? "[]");

beforeEach(() => localStorage.clear());

test("an answer is new until it was read, and again when staff gives another", () => {
  expect(isNew(inquiry, seen(), NOW)).toBe(true);
  markSeen(inquiry);
  markSeen(inquiry);
  expect(seen()).toHaveLength(1);
  expect(isNew(inquiry, seen(), NOW)).toBe(false);
  expect(isNew({ ...inquiry, answeredAt: "2026-09-10T11:30:00Z" }, seen(), NOW)).toBe(true);
});

test("what waits, what answered itself and what is old is not new", () => {
  expect(isNew({ ...inquiry, answeredAt: null }, [], NOW)).toBe(false);
  expect(isNew({ ...inquiry, category: "bankaccount" }, [], NOW)).toBe(false);
  expect(isNew({ ...inquiry, answeredAt: "2026-08-01T11:00:00Z" }, [], NOW)).toBe(false);
});

test("the store does not grow without end, and nonsense in it is nothing", () => {
  localStorage.setItem("answers-seen", "{");
  for (let idx = 0; idx < 205; idx++) markSeen({ ...inquiry, idx });
  expect(seen()).toHaveLength(200);
});
