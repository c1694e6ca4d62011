import { expect, test } from "vitest";
import type { Limit, Protection } from "./protection.ts";
import { breakUntil, confirmable, effect, hoursAndMinutes, usedPercent } from "./rules.ts";

const limit: Limit = { kind: "wager", days: 1, amount: 1000, used: 250, setAt: "2026-11-01T00:00:00Z", pending: null };
const state: Protection = { limits: [], timeoutUntil: null, excludedUntil: null, excluded: false, minutes: 60 };
const now = Date.parse("2026-11-21T12:00:00Z");

test("the share of a limit that is used never leaves 0 to 100", () => {
  expect(usedPercent(limit)).toBe(25);
  expect(usedPercent({ amount: 1000, used: 5000 })).toBe(100);
  expect(usedPercent({ amount: 1000, used: -300 })).toBe(0);
});

test("a lower or first limit takes effect now, a higher one later", () => {
  expect(effect(undefined, 5)).toBe("now");
  expect(effect(limit, 999)).toBe("now");
  expect(effect(limit, 1000)).toBe("same");
  expect(effect(limit, 1001)).toBe("later");
});

test("a raised limit can be confirmed once its waiting time is over", () => {
  const pending = (from: string) => ({ ...limit, pending: { amount: 2000, from, until: "2026-12-01T00:00:00Z" } });
  expect(confirmable(limit, now)).toBe(false);
  expect(confirmable(pending("2026-11-21T12:00:00.001Z"), now)).toBe(false);
  expect(confirmable(pending("2026-11-21T12:00:00Z"), now)).toBe(true);
});

test("of two breaks the longer one counts, and an exclusion does not end by itself", () => {
  expect(breakUntil(state, now)).toBeNull();
  expect(breakUntil({ ...state, timeoutUntil: "2026-11-21T11:59:59Z" }, now)).toBeNull();
  const day = "2026-11-22T12:00:00Z";
  const year = "2027-11-22T12:00:00Z";
  expect(breakUntil({ ...state, timeoutUntil: day }, now)).toBe(day);
  expect(breakUntil({ ...state, timeoutUntil: year, excludedUntil: day, excluded: true }, now)).toBe(year);
  expect(breakUntil({ ...state, excludedUntil: "2026-11-01T00:00:00Z", excluded: true }, now)).toBe("");
});

test("minutes as hours and minutes", () => {
  expect(hoursAndMinutes(0)).toEqual({ hours: 0, minutes: 0 });
  expect(hoursAndMinutes(90.9)).toEqual({ hours: 1, minutes: 30 });
  expect(hoursAndMinutes(-3)).toEqual({ hours: 0, minutes: 0 });
});
