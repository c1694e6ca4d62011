import type { FlatValues } from "#shared/staff/settings/flat.ts";
import { growsWithLevel, type LimitName, levelPath } from "#shared/staff/settings/options.ts";

/** Returns one limit of a level: its own value, or the site's. The limits of bets are the site's times the level (D-22). */
export function effective(values: FlatValues, level: number, limit: LimitName): { amount: number; own: boolean } {
  const own = Number(values[levelPath(level, limit)] ?? 0);
  if (own > 0) return { amount: own, own: true };
  return { amount: Number(values[limit]) * (growsWithLevel(limit) ? level : 1), own: false };
}
