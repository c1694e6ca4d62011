import { expect, test } from "vitest";
import { languageKeys } from "#shared/i18n/languages.ts";
import { type Season, seasonOf } from "./season.ts";

const feasts: [string, Parameters<typeof seasonOf>[0], Season][] = [
  ["2026-02-17", "ko", "lunarNewYear"],
  ["2026-02-08", "cn", "lunarNewYear"],
  ["2026-02-17", "vn", "tet"],
  ["2027-02-06", "vn", "tet"],
  ["2026-02-17", "en", "winter"],
  ["2026-02-28", "ko", "winter"],
  ["2026-09-25", "ko", "fullMoon"],
  ["2025-10-06", "cn", "fullMoon"],
  ["2026-09-25", "vn", "fullMoon"],
  ["2026-09-25", "jp", "autumn"],
  ["2026-04-13", "th", "songkran"],
  ["2026-04-13", "en", "spring"],
  ["2026-08-15", "jp", "obon"],
  ["2026-08-15", "ko", "summer"],
  ["2026-12-24", "en", "christmas"],
  ["2026-12-24", "cn", "winter"],
  ["2026-12-31", "th", "newYear"],
  ["2027-01-01", "jp", "newYear"],
];

test.each(feasts)("%s in %s is %s", (day, language, season) => {
  expect(seasonOf(language, day)).toBe(season);
});

test("a leap eighth month has no second full moon", () => {
  // 2052 has a leap month after the eighth in the Chinese calendar.
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2052, 0, 1 + day)).toISOString().slice(0, 10));
  expect(days.filter((day) => seasonOf("cn", day) === "fullMoon").length).toBeLessThanOrEqual(11);
});

test("every day of ten years has its drawing in every language, and each feast comes every year", () => {
  for (let year = 2026; year < 2036; year++) {
    const seen = new Set<string>();
    for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000) {
      const day = new Date(ms).toISOString().slice(0, 10);
      for (const language of languageKeys) seen.add(`${language} ${seasonOf(language, day)}`);
    }
    for (const feast of ["ko lunarNewYear", "cn fullMoon", "vn tet", "th songkran", "jp obon", "en christmas"])
      expect(seen, `${feast} of ${year}`).toContain(feast);
  }
});
