import { expect, test } from "vitest";
import { countryName } from "./country.ts";
import { languageKeys } from "./languages.ts";

test("a country has its name in each language", () => {
  expect(Object.fromEntries(languageKeys.map((language) => [language, countryName("KR", language)]))).toEqual({
    vn: "Hàn Quốc",
    ko: "대한민국",
    en: "South Korea",
    th: "เกาหลีใต้",
    cn: "韩国",
    jp: "韓国",
  });
});

test("a code that is not known, or is none, stays as it came", () => {
  expect(["QX", "", "england", "1", "K%"].map((code) => countryName(code, "en"))).toEqual([
    "QX",
    "",
    "england",
    "1",
    "K%",
  ]);
});
