import type { Format } from "#shared/i18n/format.tsx";
import type { CashPart } from "./cash.ts";

export const periods = ["all", "today", "week", "month"] as const;
export type Period = (typeof periods)[number];

const DAYS_BACK: Record<Exclude<Period, "all">, number> = { today: 0, week: 6, month: 29 };
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the address of a history says; absent parts are the defaults. */
export interface HistorySearch {
  period?: Period;
  page?: number;
}

function isPeriod(value: unknown): value is Period {
  return periods.some((period) => period === value);
}

/** Reads an address; nonsense becomes the default. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const page = Number(search.page);
  return {
    ...(isPeriod(search.period) && search.period !== "all" ? { period: search.period } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

/** The days of a period as the api takes them, on the site's clock. */
export function partOf({ period = "all", page = 1 }: HistorySearch, format: Format, now: number): CashPart {
  if (period === "all") return { page };
  const day = (ms: number) => format.date(new Date(ms).toISOString());
  return { page, startDate: day(now - DAYS_BACK[period] * DAY_MS), endDate: day(now) };
}
