import { expect, test } from "vitest";
import { fromTexts, type Sample, sampleFor, toTexts, withSample } from "./samples.ts";

const sample: Sample = {
  idx: 1,
  name: "Deposit",
  texts: [
    { lang: "ko", content: "입금" },
    { lang: "vn", content: "Nạp" },
  ],
};

test("a sample is taken in the reader's language, else in the site's, else in any", () => {
  expect(sampleFor(sample, "vn", "ko")).toEqual({ lang: "vn", content: "Nạp" });
  expect(sampleFor(sample, "th", "vn")).toEqual({ lang: "vn", content: "Nạp" });
  expect(sampleFor(sample, "th", "en")).toEqual({ lang: "ko", content: "입금" });
});

test("a sample stands behind the words that were typed before", () => {
  expect(withSample(" ", "입금")).toBe("입금");
  expect(withSample("안녕하세요. ", "입금")).toBe("안녕하세요.\n\n입금");
});

test("empty languages, and those that the site no longer speaks, are not sent", () => {
  expect(fromTexts({ ...toTexts(sample), vn: " ", en: " Deposit ", jp: "入金" }, ["ko", "vn", "en"])).toEqual([
    { lang: "ko", content: "입금" },
    { lang: "en", content: "Deposit" },
  ]);
});
