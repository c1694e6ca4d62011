import type { Days } from "#shared/days.ts";
import { dayOf, searchOf } from "#shared/search.ts";

/** Reads the search parameters of a report. Each report has its own days where the address has none. */
export const reportSearch = searchOf({ from: dayOf, to: dayOf });
export type ReportSearch = Days;
