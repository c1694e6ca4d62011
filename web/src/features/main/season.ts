import type { Language } from "#shared/i18n/languages.ts";

/** The subject of the hero of the main page: a feast of the language's readers, else the time of the year. */
export type Season =
  | "newYear"
  | "lunarNewYear"
  | "tet"
  | "songkran"
  | "fullMoon"
  | "obon"
  | "christmas"
  | "spring"
  | "summer"
  | "autumn"
  | "winter";

const DAY_MS = 24 * 60 * 60 * 1_000;

const lunar = new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });

/** Month and day of the lunar calendar that Korea, China and Vietnam share; a leap month is no feast's. */
function lunarDay(ms: number): { month: number; day: number } {
  const parts = lunar.formatToParts(ms);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return { month: part("month"), day: part("day") };
}

/** From ten days before the first day of the lunar year to seven after it. */
function nearLunarNewYear(ms: number): boolean {
  const { month, day } = lunarDay(ms);
  const soon = lunarDay(ms + 10 * DAY_MS);
  return (month === 1 && day <= 8) || (month === 12 && soon.month === 1);
}

/** The full moon of the eighth month: Chuseok, the Mid-Autumn festival, Tết Trung thu. */
function nearFullMoon(ms: number): boolean {
  const { month, day } = lunarDay(ms);
  return month === 8 && day >= 7 && day <= 17;
}

const lunarReaders: readonly Language[] = ["ko", "cn", "vn"];
const christmasReaders: readonly Language[] = ["en", "ko", "jp", "vn"];

/** Returns the subject of the hero on a day, yyyy-MM-dd, for the readers of a language. */
export function seasonOf(language: Language, day: string): Season {
  const ms = Date.parse(`${day}T00:00:00Z`);
  const date = day.slice(5);
  const between = (first: string, last: string) => date >= first && date <= last;
  if (date >= "12-27" || date <= "01-05") return "newYear";
  if (lunarReaders.includes(language) && nearLunarNewYear(ms)) return language === "vn" ? "tet" : "lunarNewYear";
  if (lunarReaders.includes(language) && nearFullMoon(ms)) return "fullMoon";
  if (language === "th" && between("04-06", "04-17")) return "songkran";
  if (language === "jp" && between("08-08", "08-17")) return "obon";
  if (christmasReaders.includes(language) && between("12-08", "12-26")) return "christmas";
  if (between("03-01", "05-31")) return "spring";
  if (between("06-01", "08-31")) return "summer";
  return between("09-01", "11-30") ? "autumn" : "winter";
}
