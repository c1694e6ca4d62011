import type { Format } from "./i18n/format.tsx";
import { oneOf } from "./search.ts";

/** The periods of a history; an address that names none means all. */
export const periods = ["all", "today", "week", "month"] as const;
const [, ...bounded] = periods;
type Bounded = (typeof bounded)[number];

const DAYS_BACK: Record<Bounded, number> = { today: 0, week: 6, month: 29 };
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Reads a period of an address. */
export const periodOf = oneOf(bounded);

/** The first and last day of a period as the api takes them, on the site's clock; both count. Nothing for all time. */
export function daysOf(
  period: Bounded | undefined,
  format: Format,
  now: number,
): { startDate?: string; endDate?: string } {
  if (period === undefined) return {};
  const day = (ms: number) => format.date(new Date(ms).toISOString());
  return { startDate: day(now - DAYS_BACK[period] * DAY_MS), endDate: day(now) };
}
