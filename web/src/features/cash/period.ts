import type { Format } from "#shared/i18n/format.tsx";
import { daysOf, isPeriod, type Period } from "#shared/period.ts";
import type { CashPart } from "./cash.ts";

/** What the address of a history says; absent parts are the defaults. */
export interface HistorySearch {
  period?: Period;
  page?: number;
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
  return { page, ...daysOf(period, format, now) };
}
