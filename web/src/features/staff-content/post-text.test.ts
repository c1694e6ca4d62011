import { expect, test } from "vitest";
import type { PostRow } from "./content.ts";
import { fromTexts, incomplete, titleOf, toTexts } from "./post-text.ts";

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
  createdAt: "2026-11-22T00:00:00Z",
};

test("a post's languages are edited and sent one by one", () => {
  const texts = toTexts(post);
  expect(texts).toEqual({ ko: { title: "안녕", content: "하나" }, "": { title: "Hi", content: "a < b" } });
  const sent = fromTexts({ ...texts, ko: { title: " ", content: "" }, th: { title: " สวัสดี ", content: "x" } });
  expect(sent.map(({ lang, title }) => [lang, title])).toEqual([
    ["", "Hi"],
    ["th", "สวัสดี"],
  ]);
});

test("a language that was begun must be finished", () => {
  expect(incomplete({ ko: { title: "x", content: "" } }, true)).toBe("ko");
  expect(incomplete({ ko: { title: "x", content: "" } }, false)).toBeUndefined();
  expect(incomplete({ ko: { title: "", content: "x" }, en: { title: "", content: "" } }, true)).toBe("ko");
  expect(incomplete({ en: { title: "", content: "" } }, true)).toBeUndefined();
});

test("staff know a post by the title in their language, else by the one for all", () => {
  expect(titleOf(post, "ko")).toBe("안녕");
  expect(titleOf(post, "th")).toBe("Hi");
});
