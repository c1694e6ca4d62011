import type { Format } from "./i18n/format.tsx";

/** The periods that a history can be narrowed to. */
export const periods = ["all", "today", "week", "month"] as const;
export type Period = (typeof periods)[number];

const DAYS_BACK: Record<Exclude<Period, "all">, number> = { today: 0, week: 6, month: 29 };
const DAY_MS = 24 * 60 * 60 * 1_000;

export function isPeriod(value: unknown): value is Period {
  return periods.some((period) => period === value);
}

/** The first and last day of a period as the api takes them, on the site's clock; both count. Nothing for all time. */
export function daysOf(period: Period, format: Format, now: number): { startDate?: string; endDate?: string } {
  if (period === "all") return {};
  const day = (ms: number) => format.date(new Date(ms).toISOString());
  return { startDate: day(now - DAYS_BACK[period] * DAY_MS), endDate: day(now) };
}
