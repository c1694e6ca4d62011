import { expect, test } from "vitest";
import { combinedOdds, type OddsForm, payoutOf, writeOdds } from "./odds.ts";

test.each<[number, Record<OddsForm, string>]>([
  [1_850, { decimal: "1.85", hongkong: "0.85", malay: "0.85", indonesian: "−1.176", american: "−118" }],
  [2_000, { decimal: "2.00", hongkong: "1.00", malay: "1.00", indonesian: "1.00", american: "+100" }],
  [2_500, { decimal: "2.50", hongkong: "1.50", malay: "−0.667", indonesian: "1.50", american: "+150" }],
  [1_905, { decimal: "1.905", hongkong: "0.905", malay: "0.905", indonesian: "−1.105", american: "−110" }],
  [1_000, { decimal: "1.00", hongkong: "1.00", malay: "1.00", indonesian: "1.00", american: "1.00" }],
  [101_000, { decimal: "101.00", hongkong: "100.00", malay: "−0.01", indonesian: "100.00", american: "+10000" }],
])("odds of %i thousandths in every form", (odds, forms) => {
  for (const [form, written] of Object.entries(forms)) expect(writeOdds(odds, form as OddsForm), form).toBe(written);
});

test("a folder's odds and payout are exact where floats are not", () => {
  // 1.1 × 1.1 × 1.1 is 1.3310000000000004 as floats.
  expect(combinedOdds([1_100, 1_100, 1_100])).toBe(1_331);
  expect(payoutOf(1_000_000, [1_100, 1_100, 1_100])).toBe(1_331_000);
  // 1.15 × 100 is 114.99999999999999 as floats.
  expect(payoutOf(100, [1_150])).toBe(115);
  // Beyond 2⁵³ on the way, within it at the end.
  expect(payoutOf(1_000_000, Array(9).fill(1_333))).toBe(13_288_358);
  expect(payoutOf(10_000, [])).toBe(10_000);
});

test("a payout is cut, never rounded up", () => {
  expect(payoutOf(1, [1_999])).toBe(1);
  expect(combinedOdds([1_999, 1_999])).toBe(3_996);
});
