import { expect, test } from "vitest";
import { makeFormat } from "#shared/i18n/format.tsx";
import { fillFigures } from "./figures.ts";

const site = { currency: "KRW", timeZone: "Asia/Seoul" };
const document = {
  content: "<p>Up to {{maxStake.2}}, closed from {{exchangeClosedFrom}}; {{nothing}}</p>",
  amounts: { "maxStake.2": 2_000_000 },
  words: { exchangeClosedFrom: "23:30" },
};

test("a text has the site's values, in the reader's way of writing amounts", () => {
  expect(fillFigures(document, makeFormat("en", site))).toBe("<p>Up to ₩2,000,000, closed from 23:30; {{nothing}}</p>");
  expect(fillFigures(document, makeFormat("ko", site))).toContain("2,000,000원");
});
