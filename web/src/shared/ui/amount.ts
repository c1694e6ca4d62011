/** Reads what a member types as an amount: digits only, whatever separators stand between them. Empty gives null. */
export function parseAmount(text: string): number | null {
  const digits = text.replace(/\D/g, "").slice(0, MAX_DIGITS);
  return digits === "" ? null : Number(digits);
}

/** Fifteen digits stay below Number.MAX_SAFE_INTEGER, so the figure is exact. */
const MAX_DIGITS = 15;
