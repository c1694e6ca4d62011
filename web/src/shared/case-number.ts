/** The number of a guest's case as it is shown and said: `G-000123`. */
export function caseNumber(idx: number): string {
  return `G-${String(idx).padStart(6, "0")}`;
}

/** The number that somebody typed, with or without the letter and zeros; undefined when it is none. */
export function readCaseNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:g\s*-?\s*)?(\d{1,15})\s*$/i.exec(text) ?? [];
  const idx = Number(digits);
  return digits !== undefined && idx > 0 ? idx : undefined;
}
