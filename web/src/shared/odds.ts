/** How odds are written. They are integers in thousandths everywhere: 1850 is 1.85. */
export type OddsForm = "decimal" | "hongkong" | "malay" | "indonesian" | "american";

/** Returns a / b rounded half up, without a float in between. */
function divide(a: number, b: number): number {
  return Number((2n * BigInt(a) + BigInt(b)) / (2n * BigInt(b)));
}

/** Writes thousandths with two decimals, or three where the third is not zero. */
function decimals(thousandths: number): string {
  const whole = Math.trunc(thousandths / 1_000);
  const part = String(thousandths % 1_000).padStart(3, "0");
  return `${whole}.${part.endsWith("0") ? part.slice(0, 2) : part}`;
}

const TYPED = /^(\d{1,6})(?:[.,](\d{1,3}))?$/;

/** Reads decimal odds as they are typed, "1.85" or "1,85", in thousandths; null if the text is not a price. */
export function readOdds(text: string): number | null {
  const [, whole, part = ""] = TYPED.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 1_000 + Number(part.padEnd(3, "0"));
}

/** Writes odds in the member's form. Negative figures have a minus, not a hyphen; American ones always have a sign. */
export function writeOdds(odds: number, form: OddsForm): string {
  const gain = odds - 1_000;
  if (form === "decimal" || gain <= 0) return decimals(odds);
  const even = gain === 1_000;
  const high = gain > 1_000;
  if (form === "american") return gain >= 1_000 ? `+${divide(gain, 10)}` : `−${divide(100_000, gain)}`;
  if (form === "hongkong" || even || (form === "malay") !== high) return decimals(gain);
  return `−${decimals(divide(1_000_000, gain))}`;
}

const product = (odds: readonly number[]) => odds.reduce((all, one) => all * BigInt(one), 1n);

/** The odds of a folder: the product of its legs, cut to thousandths. */
export function combinedOdds(odds: readonly number[]): number {
  return Number((product(odds) * 1_000n) / 1_000n ** BigInt(odds.length));
}

/** The payout of a stake in minor units at these odds together: cut, not rounded, so that it promises no unit too many. */
export function payoutOf(stake: number, odds: readonly number[]): number {
  return Number((BigInt(stake) * product(odds)) / 1_000n ** BigInt(odds.length));
}
