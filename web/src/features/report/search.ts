import type { Format } from "#shared/i18n/format.tsx";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";

/** The first and last day as the api takes them; both count. An absent side is open. */
export interface Days {
  startDate?: string;
  endDate?: string;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The periods of a report and how many days before today they begin; the api adds up 92 days at most. */
const daysBack = { today: 0, week: 6, month: 29, quarter: 89 } as const;
export type ReportPeriod = keyof typeof daysBack;
export const reportPeriods: readonly ReportPeriod[] = ["today", "week", "month", "quarter"];

/** Reads the search parameters of a report. Each report has its own default period. */
export const reportSearch = searchOf({ period: oneOf(reportPeriods) });
export type ReportSearch = ReturnType<typeof reportSearch>;

/** The days of a period up to today, on the site's clock. */
export function reportDays(period: ReportPeriod, format: Format, now: number): Required<Days> {
  const day = (ms: number) => format.date(new Date(ms).toISOString());
  return { startDate: day(now - daysBack[period] * DAY_MS), endDate: day(now) };
}

/** Reads the search parameters of the statement; without a month it covers all 12. */
export const statementSearch = searchOf({
  month: (value) => (typeof value === "string" && /^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined),
  page: pageOf,
});
export type StatementSearch = ReturnType<typeof statementSearch>;

const MONTHS = 12;

/** The months that a statement reaches back to, this one first; of the last only the days within 12 months. */
export function statementMonths(format: Format, now: number): string[] {
  const [year = 1970, month = 1] = format.date(new Date(now).toISOString()).split("-").map(Number);
  return Array.from({ length: MONTHS + 1 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** The days of a month; the beginning of the oldest one is left to the api, which knows how far back it goes. */
export function statementDays(month: string | undefined, months: string[]): Days {
  if (month === undefined || !months.includes(month)) return {};
  const [year = 1970, number = 1] = month.split("-").map(Number);
  const endDate = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return month === months.at(-1) ? { endDate } : { startDate: `${month}-01`, endDate };
}
