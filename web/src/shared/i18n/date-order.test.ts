import { expect, test } from "vitest";
import { dateOrders, productOrder, writeDay } from "./date-order.ts";
import { languageKeys } from "./languages.ts";
import { readDay } from "./read-day.ts";

test("each language writes a day as its readers do, and a time stays behind it", () => {
  const written = Object.fromEntries(languageKeys.map((key) => [key, writeDay("2026-11-24 15:22", dateOrders[key])]));
  expect(written).toEqual({
    vn: "24/11/2026 15:22",
    ko: "2026-11-24 15:22",
    en: "2026-11-24 15:22",
    th: "24/11/2026 15:22",
    cn: "2026-11-24 15:22",
    jp: "2026/11/24 15:22",
  });
});

test.each(languageKeys)("a day that %s writes is the day that it reads", (language) => {
  for (const day of ["2026-11-24", "2026-01-02", "2024-02-29"])
    expect(readDay(writeDay(day, dateOrders[language]), dateOrders[language])).toBe(day);
});

test("days are read with any mark, without one, in the product's order and in Thai years", () => {
  expect(readDay("24.11.2026", dateOrders.vn)).toBe("2026-11-24");
  expect(readDay("24112026", dateOrders.vn)).toBe("2026-11-24");
  expect(readDay("20261124", dateOrders.ko)).toBe("2026-11-24");
  expect(readDay("2026. 11. 4.", dateOrders.ko)).toBe("2026-11-04");
  expect(readDay("2026-11-24", dateOrders.th)).toBe("2026-11-24");
  expect(readDay("24/11/2569", dateOrders.th)).toBe("2026-11-24");
  expect(readDay("2026年11月24日", dateOrders.jp)).toBe("2026-11-24");
});

test.each(["", "24", "24/11", "30/02/2026", "2026-13-01", "24/11/26", "124/11/2026", "2026-11-24-1", "tomorrow"])(
  "%j is no day",
  (text) => {
    expect(readDay(text, dateOrders.vn)).toBeUndefined();
    expect(readDay(text, productOrder)).toBeUndefined();
  },
);
