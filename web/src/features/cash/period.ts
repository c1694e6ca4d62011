import type { Format } from "#shared/i18n/format.tsx";
import { daysOf, periodOf } from "#shared/period.ts";
import { pageOf, searchOf } from "#shared/search.ts";
import type { CashPart } from "./cash.ts";

/** Reads the search parameters of a history. */
export const historySearch = searchOf({ period: periodOf, page: pageOf });
export type HistorySearch = ReturnType<typeof historySearch>;

/** The days of a period as the api takes them, on the site's clock. */
export function partOf({ period, page = 1 }: HistorySearch, format: Format, now: number): CashPart {
  return { page, ...daysOf(period, format, now) };
}
