import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readable } from "./fault.ts";
import { makeFormat } from "./format.tsx";
import type { Language } from "./languages.ts";

interface Row {
  language: Language;
  currency: string;
  code: string;
  value: string;
  want: string;
}

const file = new URL("../../../../internal/core/texts/testdata/figures.json", import.meta.url);

test("a figure is written as the api writes it in resultMessage", () => {
  for (const row of JSON.parse(readFileSync(file, "utf8")) as Row[]) {
    const format = makeFormat(row.language, { currency: row.currency, timeZone: "Asia/Seoul" });
    expect(readable(row.code, row.value, format), JSON.stringify(row)).toBe(row.want);
  }
});
