import type { FileFormat } from "../../api/client.ts";
import { type Column, nameOf } from "./column.ts";
import { type Cell, csvMark, csvRow } from "./csv.ts";
import { Workbook } from "./xlsx.ts";

/** Makes a file of rows in any format: the one place on a page that knows them all. */
export class TableFile {
  readonly #book: Workbook | undefined;
  readonly #lines: string[] = [csvMark];

  constructor(format: FileFormat) {
    this.#book = format === "xlsx" ? new Workbook() : undefined;
  }

  add(rows: Cell[][]): void {
    if (this.#book) this.#book.add(rows);
    else this.#lines.push(rows.map(csvRow).join(""));
  }

  end(): Blob {
    return this.#book?.end() ?? new Blob(this.#lines, { type: "text/csv;charset=utf-8" });
  }
}

/** Returns rows as a file: the columns that have a name and a value. */
export function fileOf<Row>(format: FileFormat, columns: Column<Row>[], rows: Row[]): Blob {
  const kept = columns.flatMap((column) => {
    const name = nameOf(column);
    return name !== "" && column.value ? [{ name, value: column.value }] : [];
  });
  const file = new TableFile(format);
  file.add([kept.map(({ name }) => name), ...rows.map((row) => kept.map(({ value }) => value(row)))]);
  return file.end();
}
