/** The letters of numbers that people are given: a guest's case (G) and a request for a new password (R). */
export type Letter = "G" | "R";

/** A number as it is shown and said: `G-000123`. */
export function receiptNumber(letter: Letter, idx: number): string {
  return `${letter}-${String(idx).padStart(6, "0")}`;
}

/** Returns the number in a typed text, with or without the letter and leading zeros; undefined if the text is not such a number. */
export function readReceiptNumber(letter: Letter, text: string): number | undefined {
  const [, typed, digits] = /^\s*(?:([a-z])\s*-?\s*)?(\d{1,15})\s*$/i.exec(text) ?? [];
  const idx = Number(digits);
  const fits = typed === undefined || typed.toUpperCase() === letter;
  return digits !== undefined && fits && idx > 0 ? idx : undefined;
}

/** The characters of a code that was typed; the api takes it however it is grouped. */
export function codeOf(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

export const CODE_LENGTH = 16;
