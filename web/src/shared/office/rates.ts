import type { Res } from "#shared/api/client.ts";

export type Rates = Res<"/api/partner/rate/info">["rates"];
export type RateKey = keyof Rates;

/** The rates of each of the two pages of the product (product.txt §2), in their order. */
export const rateParts = {
  cs: ["casinoRolling", "casinoLosing", "slotRolling", "slotLosing"],
  sm: [
    "sports1",
    "sports2",
    "sports3",
    "sports4",
    "sports5",
    "sports6",
    "sportsMore",
    "minigameRolling",
    "minigameLosing",
  ],
} as const satisfies Record<string, readonly RateKey[]>;

export type RatePart = keyof typeof rateParts;

/** Every rate, in the order of a form. */
export const rateKeys: readonly RateKey[] = [...rateParts.cs, ...rateParts.sm];

/** Rates while they are typed; null is no rate. */
export type TypedRates = Record<RateKey, number | null>;

/** The rates that were typed, if each is one. */
export function ratesOf(typed: TypedRates): Rates | null {
  return rateKeys.every((key) => typed[key] !== null) ? (typed as Rates) : null;
}
