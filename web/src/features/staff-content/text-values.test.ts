import { expect, test } from "vitest";
import { type Language, languageKeys } from "#shared/i18n/languages.ts";
import { wrongIn } from "./text-check.ts";
import {
  type EditedText,
  fromTexts,
  sourceOf,
  statusIn,
  type TextKind,
  type Translated,
  titleOf,
  toTexts,
} from "./text-values.ts";

const spoken: Language[] = ["vn", "ko", "en"];
const PICTURE = "/art/banners/care.svg";
const row: Translated = {
  texts: [
    { lang: "vn", title: "Trăng", image: PICTURE, status: "source" },
    { lang: "ko", title: "달", status: "changed" },
    { lang: "en", title: "Moon", draft: true, status: "draft" },
  ],
};

function textsOf(...written: [Language, Partial<EditedText>][]): Record<Language, EditedText> {
  const texts = toTexts(undefined);
  for (const [lang, text] of written) texts[lang] = { ...texts[lang], ...text };
  return texts;
}

test("what is written goes out as it came, and a language without a text not at all", () => {
  const values = { texts: toTexts(row), everyone: true };
  expect(fromTexts("banners", values, ["vn", "ko"]), "the site no longer speaks English").toHaveLength(2);
  expect(fromTexts("notice", values, ["en", "ko"])[0], "the source is no draft").toEqual({
    lang: "en",
    title: "Moon",
    content: "",
    image: "",
    draft: false,
    checked: false,
  });
  expect(fromTexts("mq", values, ["vn"]), "the ticker is its titles").toEqual([
    { lang: "vn", title: "Trăng", draft: false, checked: false },
  ]);
  expect(fromTexts("banners", values, [...languageKeys])).toEqual([
    { lang: "vn", title: "Trăng", image: PICTURE, draft: false, checked: false },
    { lang: "ko", title: "달", image: "", draft: false, checked: false },
    { lang: "en", title: "Moon", image: "", draft: true, checked: false },
  ]);
  expect(statusIn(row, "ko")).toBe("changed");
  expect(statusIn(row, "th")).toBe("missing");
  expect(titleOf(row, "ko")).toBe("달");
  expect(titleOf(row, "th")).toBe("Trăng");
});

test("the source is the site's default language, or the first that is ready when others see nothing", () => {
  const texts = textsOf(["ko", { title: "달" }], ["vn", { title: "Trăng", draft: true }]);
  expect(sourceOf(texts, true, spoken)).toBe("vn");
  expect(sourceOf(texts, false, spoken)).toBe("ko");
  expect(sourceOf(toTexts(undefined), false, spoken)).toBe("vn");
});

test.each<[TextKind, Record<Language, EditedText>, boolean, string[]]>([
  ["banners", textsOf(), true, ["vn title missing", "vn image image"]],
  ["banners", textsOf(["vn", { title: "T", image: PICTURE }]), true, []],
  ["banners", textsOf(["vn", { title: "T", image: `/api/picture/${"a".repeat(64)}.jpg` }]), true, []],
  ["banners", textsOf(["vn", { title: "T", image: "https://evil.example/x.png" }]), true, ["vn image image"]],
  ["banners", textsOf(["ko", { title: "T", image: PICTURE }]), true, ["vn title missing", "vn image image"]],
  ["banners", textsOf(["ko", { title: "T", image: PICTURE }]), false, []],
  ["banners", textsOf(["vn", { title: "T", image: PICTURE }], ["en", { image: PICTURE }]), true, ["en title missing"]],
  ["popups", textsOf(["vn", { title: "T" }]), true, ["vn content missing"]],
  ["popups", textsOf(["vn", { title: "T", image: PICTURE }], ["ko", { title: "T" }]), true, []],
  ["popups", textsOf(["vn", { title: "T", content: "x" }], ["ko", { title: "T" }]), true, ["ko content missing"]],
  ["mq", textsOf(["vn", { title: "T" }]), true, []],
  ["mq", textsOf(["ko", { title: "T" }]), true, ["vn title missing"]],
  ["faq", textsOf(["vn", { title: "T" }]), true, ["vn content missing"]],
  ["notice", textsOf(["vn", { title: "T", image: PICTURE }]), true, ["vn content missing"]],
  ["event", textsOf(["ko", { title: "T", content: "x", image: "/x" }]), false, ["ko image image"]],
])("what is wrong with %s %#", (kind, texts, everyone, want) => {
  expect(wrongIn(kind, { texts, everyone }, spoken).map(({ lang, part, why }) => `${lang} ${part} ${why}`)).toEqual(
    want,
  );
});
