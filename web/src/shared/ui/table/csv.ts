import { type Column, nameOf } from "./column.ts";

/** A cell that a spreadsheet does not take for a formula (security.md 2.4). Numbers stay as they are. */
function plain(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows as the text of a file: the columns that have a name and a value, with the mark of UTF-8. */
export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): string {
  const kept = columns.flatMap((column) => {
    const name = nameOf(column);
    return name !== "" && column.value ? [{ name, value: column.value }] : [];
  });
  const lines = [kept.map(({ name }) => plain(name)), ...rows.map((row) => kept.map(({ value }) => plain(value(row))))];
  return `\uFEFF${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
