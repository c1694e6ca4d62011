import type { Language } from "#shared/i18n/languages.ts";

/** The first day of the week in a language: Sunday (0) in Korea, Japan and Thailand, else Monday (1). */
export function weekStart(language: Language): 0 | 1 {
  return language === "ko" || language === "jp" || language === "th" ? 0 : 1;
}

/** The days of a month as a calendar shows them: weeks from the first day on, null before the first and after the last. */
export function weeksOf(month: string, first: 0 | 1): (number | null)[][] {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 7 - first) % 7;
  const cells: (number | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, day) => day + 1),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** A month some months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The longest name that a seventh of a phone's width has room for, in letters. */
const LONGEST_NAME = 4;

/**
 * The names of the days of the week in a language, from the first day of the week on. Where the usual short ones are long, as "Thứ 2"
 * is, the narrow ones stand for them.
 */
export function weekdays(tag: string, first: 0 | 1): { short: string; long: string }[] {
  const name = (style: "narrow" | "short" | "long", day: number) =>
    new Intl.DateTimeFormat(tag, { weekday: style, timeZone: "UTC" }).format(Date.UTC(2024, 0, first + day));
  const days = [0, 1, 2, 3, 4, 5, 6];
  const style = days.every((day) => name("short", day).length <= LONGEST_NAME) ? "short" : "narrow";
  return days.map((day) => ({ short: name(style, day), long: name("long", day) }));
}
