import { expect, test } from "vitest";
import { fromSiteTime, toSiteTime } from "./site-time.ts";

test.each([
  ["2026-09-10T09:30", "Asia/Seoul", "2026-09-10T00:30:00.000Z"],
  ["2026-03-08T12:00", "America/New_York", "2026-03-08T16:00:00.000Z"],
  ["2026-01-08T12:00", "America/New_York", "2026-01-08T17:00:00.000Z"],
  ["2026-09-10T09:30", "UTC", "2026-09-10T09:30:00.000Z"],
])("%s in %s is %s, and back", (field, timeZone, iso) => {
  expect(fromSiteTime(field, timeZone)).toBe(iso);
  expect(toSiteTime(iso, timeZone)).toBe(field);
});

test("an empty field is no time", () => {
  expect(fromSiteTime("", "Asia/Seoul")).toBeNull();
  expect(toSiteTime(null, "Asia/Seoul")).toBe("");
});
