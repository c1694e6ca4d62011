/** The number of a guest's case as it is shown and said: `G-000123`. */
export function caseNumber(idx: number): string {
  return `G-${String(idx).padStart(6, "0")}`;
}

/**
 * Returns the case number in a typed text, with or without the letter and leading zeros; undefined if the text is not a case
 * number.
 */
export function readCaseNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:g\s*-?\s*)?(\d{1,15})\s*$/i.exec(text) ?? [];
  const idx = Number(digits);
  return digits !== undefined && idx > 0 ? idx : undefined;
}
