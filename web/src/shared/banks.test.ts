import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bankName } from "./banks.ts";
import { languageKeys } from "./i18n/languages.ts";

/** The banks of the api's list that are registered with a Korean name. */
const source = readFileSync(path.join(import.meta.dirname, "../../../api/site/banks.go"), "utf8");
const korean = [...source.matchAll(/\{"\d+", "([^"]+)"\}/g)]
  .map(([, name = ""]) => name)
  .filter((name) => /\p{sc=Hangul}/u.test(name));

test("every Korean bank of the api has a name in all six languages", () => {
  expect(korean.length).toBeGreaterThan(20);
  for (const bank of korean) {
    expect(bankName(bank, "ko")).toBe(bank);
    for (const language of languageKeys.filter((key) => key !== "ko")) {
      const [own = "", registered] = bankName(bank, language).split(" · ");
      expect(registered, `${bank} in ${language}`).toBe(bank);
      expect(own).not.toMatch(/\p{sc=Hangul}/u);
    }
  }
});

test("two banks never have one name", () => {
  for (const language of languageKeys)
    expect(new Set(korean.map((bank) => bankName(bank, language))).size).toBe(korean.length);
});

test("readers see the name they know, and accounts of earlier times are found by their English name", () => {
  expect(bankName("KB국민은행", "vn")).toBe("KB Kookmin Bank · KB국민은행");
  expect(bankName("KB국민은행", "cn")).toBe("国民银行 (KB) · KB국민은행");
  expect(bankName("Kookmin", "ko")).toBe("KB국민은행");
  expect(bankName("shinhan bank", "jp")).toBe("新韓銀行 (Shinhan) · 신한은행");
});

test("a bank that is not in the table keeps its name", () => {
  for (const language of languageKeys) {
    expect(bankName("Vietcombank", language)).toBe("Vietcombank");
    expect(bankName("constructor", language)).toBe("constructor");
  }
});
