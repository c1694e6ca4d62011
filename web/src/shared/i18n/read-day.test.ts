import { expect, test } from "vitest";
import { readDay } from "./read-day.ts";

test("days are read with any mark, without one, with the day or the year first, and in Thai years", () => {
  for (const text of [
    "2026-11-04",
    "2026/11/04",
    "20261104",
    "2026. 11. 4.",
    "2026年11月4日",
    "04.11.2026",
    "4/11/2026",
    "04/11/2569",
  ])
    expect(readDay(text), text).toBe("2026-11-04");
});

test.each([
  "",
  "24",
  "24/11",
  "30/02/2026",
  "2026-13-01",
  "24/11/26",
  "124/11/2026",
  "2026-11-24-1",
  "24112026",
  "tomorrow",
])("%j is no day", (text) => expect(readDay(text)).toBeUndefined());
