export type Cell = string | number | bigint | null;

/** A text that every spreadsheet reads as a number, and as nothing else. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell that a spreadsheet does not take for a formula (security.md 2.4). Numbers stay as they are, also those that come as text. */
function plain(value: Cell): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  const text = value ?? "";
  const safe = !NUMBER.test(text) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The mark of UTF-8, with which a file begins. */
export const csvMark = "\uFEFF";

/** A row of a file, with its end. */
export function csvRow(cells: Cell[]): string {
  return `${cells.map(plain).join(",")}\r\n`;
}
