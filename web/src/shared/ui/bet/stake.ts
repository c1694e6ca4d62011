/** The bounds of a stake, in minor units. They depend on the member: for a guest there are none yet. */
export interface StakeLimits {
  min: number;
  max: number;
}

export type StakeFault = "empty" | "below" | "above";

/** The fault of a stake; undefined if it may be placed. */
export function stakeFault(stake: number | null, limits?: StakeLimits): StakeFault | undefined {
  if (stake === null || stake === 0) return "empty";
  if (limits && stake < limits.min) return "below";
  return limits && stake > limits.max ? "above" : undefined;
}

/** Fifteen digits stay below Number.MAX_SAFE_INTEGER, so the figure is exact. */
const MOST = 999_999_999_999_999;

/** The stake after one more key; digits that no stake can have are not taken. */
export function typed(stake: number | null, key: string): number | null {
  if (key === "Backspace") return stake === null || stake < 10 ? null : Math.trunc(stake / 10);
  if (key === "Delete") return null;
  if (!/^\d{1,3}$/.test(key)) return stake;
  const next = Number(`${stake ?? ""}${key}`);
  return next > MOST ? stake : next;
}
