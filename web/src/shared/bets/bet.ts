import type { Res } from "#shared/api/client.ts";

/** One round as the histories of bets show it. */
export type Bet = Res<"/api/bet/betlist">["list"][number];

/** A round with what is beside it, asked for alone. */
export type BetDetail = Res<"/api/bet/detail">;

/** The part of a bet on the sportsbook beside its round. */
export type SlipOfBet = NonNullable<BetDetail["slip"]>;

/** The part of a bet on a scheduled draw of the house beside its round. */
export type DrawOfBet = NonNullable<BetDetail["draw"]>;

/** Win minus stake (product.txt, section 4); null while the round waits, and when it was cancelled: its stake came back. */
export function netOf(bet: Pick<Bet, "result" | "betAmt" | "betWinAmt">): number | null {
  return bet.result === "WAIT" || bet.result === "CANCEL" ? null : bet.betWinAmt - bet.betAmt;
}

/** The odds of a bet in thousandths; of a game without odds, how many times the stake it paid. Null: not known yet. */
export function oddsOf(bet: Bet): number | null {
  if (bet.odds > 0) return bet.odds;
  return netOf(bet) === null || bet.betAmt === 0 ? null : Math.round((bet.betWinAmt * 1_000) / bet.betAmt);
}

/** The largest amount that an open bet pays; null for one that has ended, and for a game without odds. */
export function possibleWinOf(bet: Bet): number | null {
  return bet.result === "WAIT" && bet.win > 0 ? bet.win : null;
}
