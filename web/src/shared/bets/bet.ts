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
