import type { Limit, Protection } from "./protection.ts";

export const kinds = ["deposit", "loss", "wager", "session"] as const;
export type Kind = (typeof kinds)[number];

export const windows = [1, 7, 30] as const;
export type Days = (typeof windows)[number];

export function findLimit(state: Protection, kind: Kind, days: Days): Limit | undefined {
  return state.limits.find((limit) => limit.kind === kind && limit.days === days);
}

/** How much of a limit is used, 0 to 100. A member who has won more than lost has used nothing of it. */
export function usedPercent(limit: Pick<Limit, "amount" | "used">): number {
  return Math.min(100, Math.max(0, Math.round((limit.used / limit.amount) * 100)));
}

/**
 * Returns when a change of a limit takes effect: a first or lower limit at once, a higher one when it is confirmed after 24
 * hours.
 */
export function effect(limit: Limit | undefined, amount: number): "now" | "later" | "same" {
  if (!limit || amount < limit.amount) return "now";
  return amount > limit.amount ? "later" : "same";
}

/** Reports whether a raised limit can be confirmed now. */
export function confirmable(limit: Limit, now: number): boolean {
  return limit.pending !== null && Date.parse(limit.pending.from) <= now;
}

/** Until when a break holds: null without one; empty when its end is past and staff has to take the member back. */
export function breakUntil(state: Protection, now: number): string | null {
  const ends = [state.timeoutUntil, state.excludedUntil].filter((end) => end !== null && Date.parse(end) > now);
  const last = ends.reduce<string | null>(
    (a, b) => (a !== null && b !== null && Date.parse(a) > Date.parse(b) ? a : b),
    null,
  );
  return last ?? (state.excluded ? "" : null);
}

/** Whole hours and minutes. */
export function hoursAndMinutes(minutes: number): { hours: number; minutes: number } {
  const whole = Math.max(0, Math.floor(minutes));
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}
