import { describe, expect, test } from "vitest";
import { breakOf, isLower, type Limit } from "./protection.ts";

const limit: Limit = {
  kind: "loss",
  days: 7,
  amount: 50_000,
  used: 0,
  setAt: "2026-11-01T00:00:00Z",
  pendingAmount: null,
  pendingFrom: null,
  pendingUntil: null,
};

test.each([
  ["loss", 7, 49_999, true],
  ["loss", 7, 50_000, false],
  ["loss", 7, 50_001, false],
  ["loss", 1, 900_000, true],
  ["deposit", 7, 900_000, true],
  ["deposit", 7, 0, false],
])("staff may set %s of %i days to %i: %s", (kind, days, amount, may) => {
  expect(isLower([limit], kind, days, amount)).toBe(may);
});

describe("a break", () => {
  const now = Date.parse("2026-11-22T00:00:00Z");
  const [past, future] = ["2026-11-21T23:59:59Z", "2026-11-22T00:00:01Z"];
  const none = { timeoutUntil: null, excludedUntil: null, excluded: false };
  test.each([
    [none, { kind: "none" }],
    [{ ...none, timeoutUntil: past }, { kind: "none" }],
    [
      { ...none, timeoutUntil: future },
      { kind: "timeout", until: future },
    ],
    [
      { timeoutUntil: future, excludedUntil: future, excluded: true },
      { kind: "exclusion", until: future },
    ],
    [{ ...none, excludedUntil: past, excluded: true }, { kind: "over" }],
  ])("%j", (state, stands) => {
    expect(breakOf(state, now)).toEqual(stands);
  });
});
