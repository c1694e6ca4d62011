const WHOLE = 100;
const FORM = /^\d{1,6}([.,]\d{1,2})?$/;

/**
 * Returns the basis points of a percentage as it is typed, "12.5" or "12,5"; null if the text is not a percentage. Empty is 0.
 */
export function basisPoints(text: string): number | null {
  const typed = text.trim();
  if (typed === "") return 0;
  if (!FORM.test(typed)) return null;
  const [whole = "", part = ""] = typed.replace(",", ".").split(".");
  return Number(whole) * WHOLE + Number(part.padEnd(2, "0"));
}

/** A percentage as it is typed: 1250 is "12.5". */
export function percentText(points: number): string {
  return String(points / WHOLE);
}
