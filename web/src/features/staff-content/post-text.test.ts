import { expect, test } from "vitest";
import type { PostRow } from "./content.ts";
import { fromTexts, isEmpty, missingIn, OTHERS, titleOf, toTexts } from "./post-text.ts";

const post: PostRow = {
  idx: 7,
  texts: [
    { lang: "ko", title: "안녕", content: "<p>하나</p>" },
    { lang: "", title: "Hi", content: "<p>a &lt; b</p>" },
  ],
  category: "",
  writer: "Hubstake",
  memId: "",
  views: 0,
  pinned: false,
  published: true,
  deleted: false,
  since: null,
  until: null,
  createdAt: "2026-11-22T00:00:00Z",
};

test("a post's languages are edited and sent one by one", () => {
  const texts = toTexts(post);
  expect(Object.entries(texts).filter(([, text]) => !isEmpty(text))).toEqual([
    [OTHERS, { title: "Hi", content: "a < b" }],
    ["ko", { title: "안녕", content: "하나" }],
  ]);
  const sent = fromTexts({ ...texts, ko: { title: " ", content: "" }, th: { title: " สวัสดี ", content: "x" } });
  expect(sent.map(({ lang, title }) => [lang, title])).toEqual([
    ["", "Hi"],
    ["th", "สวัสดี"],
  ]);
});

test("a language that was begun must be finished, and one at least must be begun", () => {
  const text = (title: string, content: string) => ({ title, content });
  expect(missingIn({ ko: text("x", "") }, "ko", true)).toEqual([{ lang: "ko", part: "content" }]);
  expect(missingIn({ ko: text("x", "") }, "ko", false)).toEqual([]);
  expect(missingIn({ ko: text("", "x"), en: text("", "") }, "en", true)).toEqual([{ lang: "ko", part: "title" }]);
  expect(missingIn({ en: text("", ""), ko: text("", "") }, "en", true)).toEqual([
    { lang: "en", part: "title" },
    { lang: "en", part: "content" },
  ]);
});

test("staff know a post by the title in their language, else by the one for all", () => {
  expect(titleOf(post, "ko")).toBe("안녕");
  expect(titleOf(post, "th")).toBe("Hi");
});
