import type { StakeLimits } from "../ui/bet/stake.ts";
import type { Limits } from "./limits.ts";

/** The largest stake that wins no more than so much at these odds together (thousandths); all in minor units. */
function stakeFor(win: number, odds: readonly number[]): number {
  const product = odds.reduce((all, one) => all * BigInt(one), 1n);
  const most = (BigInt(win) * 1_000n ** BigInt(odds.length)) / product;
  return Number(most < BigInt(Number.MAX_SAFE_INTEGER) ? most : BigInt(Number.MAX_SAFE_INTEGER));
}

/** The factor of a folder, by its legs that are not too short to count (D-51); 1000: none. */
export function bonusOf({ bonuses }: Pick<Limits, "bonuses">, odds: readonly number[]): number {
  return bonuses
    .filter(({ legs, minPrice }) => odds.filter((one) => one >= minPrice).length >= legs)
    .reduce((most, { factor }) => Math.max(most, factor), 1_000);
}

/**
 * The bounds of the stake of each bet of a slip, shown before anything is typed. Zero is no limit. The server has the last word: it
 * knows rules that a page does not.
 */
export function boundsOf(limits: Limits, bets: readonly (readonly number[])[]): StakeLimits {
  const { minStake, maxStake, maxWin } = limits;
  const byWin = maxWin > 0 ? bets.map((odds) => stakeFor(maxWin, [...odds, bonusOf(limits, odds)])) : [];
  return { min: minStake, max: Math.min(...byWin, maxStake > 0 ? maxStake : Number.MAX_SAFE_INTEGER) };
}
