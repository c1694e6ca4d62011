import type { Format } from "./i18n/format.tsx";
import type { HistorySearch } from "./search.ts";

/** From which day to which a list is asked for, yyyy-MM-dd on the site's clock; both count, an absent side is open. */
export interface Days {
  from?: string;
  to?: string;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The longest stretch of days that one list may be asked for when both ends are given. */
const MOST_DAYS = 92;

function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the days from one to another; both count. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day !== "" && day <= to; day = shift(day, 1)) days.push(day);
  return days;
}

/** Returns today and the days before it, `count` in all, on the site's clock. */
export function lastDays(count: number, format: Format, now: number): Required<Days> {
  const to = format.date(new Date(now).toISOString());
  return { from: shift(to, 1 - count), to };
}

/**
 * Returns the days after one end was set to another day: the other end follows where it would lie on the wrong side or more than 92
 * days away.
 */
export function withDay({ from, to }: Days, side: keyof Days, day: string | undefined): Days {
  const other = side === "from" ? to : from;
  const rest: Days = other === undefined ? {} : side === "from" ? { to: other } : { from: other };
  if (day === undefined) return rest;
  if (other === undefined) return { [side]: day };
  const [first, last] = side === "from" ? [day, shift(day, MOST_DAYS - 1)] : [shift(day, 1 - MOST_DAYS), day];
  const [, near = day] = [first, other, last].sort();
  return side === "from" ? { from: day, to: near } : { from: near, to: day };
}

/** The days as the api takes them. */
export function daysRequest({ from, to }: Days): { startDate?: string; endDate?: string } {
  return { ...(from !== undefined && { startDate: from }), ...(to !== undefined && { endDate: to }) };
}

/** The part of a history as the api takes it. */
export function historyRequest({ from, to, page, size }: HistorySearch) {
  return { page: page ?? 1, count_per_list: size ?? 10, ...daysRequest({ ...(from && { from }), ...(to && { to }) }) };
}
