import { expect, test } from "vitest";
import { makeFormat } from "./format.tsx";
import { type Language, languageKeys } from "./languages.ts";

const site = { currency: "KRW", timeZone: "Asia/Seoul" };

const amounts: Record<Language, Record<string, [string, string]>> = {
  ko: { KRW: ["500,000원", "−500,000원"], VND: ["₫500,000", "−₫500,000"], USD: ["$5,000.00", "−$5,000.00"] },
  vn: { KRW: ["500.000 ₩", "−500.000 ₩"], VND: ["500.000 ₫", "−500.000 ₫"], USD: ["5.000,00 $", "−5.000,00 $"] },
  en: { KRW: ["₩500,000", "−₩500,000"], VND: ["₫500,000", "−₫500,000"], USD: ["$5,000.00", "−$5,000.00"] },
  th: { KRW: ["₩500,000", "−₩500,000"], VND: ["₫500,000", "−₫500,000"], USD: ["$5,000.00", "−$5,000.00"] },
  cn: { KRW: ["₩500,000", "−₩500,000"], VND: ["₫500,000", "−₫500,000"], USD: ["$5,000.00", "−$5,000.00"] },
  jp: { KRW: ["₩500,000", "−₩500,000"], VND: ["₫500,000", "−₫500,000"], USD: ["$5,000.00", "−$5,000.00"] },
};

test.each(languageKeys)("%s writes each currency as its readers do, with a minus before it", (language) => {
  for (const [currency, want] of Object.entries(amounts[language])) {
    const { money } = makeFormat(language, { ...site, currency });
    const written = [money(500_000), money(-500_000)].map((text) => text.replace("\u00a0", " "));
    expect(written, currency).toEqual(want);
  }
});

test("an amount never wraps between figure and sign", () => {
  for (const language of languageKeys) {
    for (const currency of ["KRW", "VND", "USD"]) {
      expect(makeFormat(language, { ...site, currency }).money(1_234_567)).not.toMatch(/ /);
    }
  }
});

test("two bets of one minute have different times in a list", () => {
  const { moment } = makeFormat("ko", site);
  expect(moment("2026-11-22T06:22:05Z")).toBe("2026-11-22 15:22:05");
  expect(moment("2026-11-22T06:22:41Z")).toBe("2026-11-22 15:22:41");
});
