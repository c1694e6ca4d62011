// @vitest-environment node
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { languageKeys } from "./languages.ts";

const root = path.join(import.meta.dirname, "locales");
const names = [...new Set(globSync("*/*.json", { cwd: root }).map((file) => path.basename(file, ".json")))].sort();

function texts(language: string, name: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(root, language, `${name}.json`), "utf8"));
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();
}

test.each(names)("%s: six languages have the same keys, the same placeholders, and no empty text", (name) => {
  const vn = texts("vn", name);
  for (const language of languageKeys) {
    const other = texts(language, name);
    expect(Object.keys(other).sort(), language).toEqual(Object.keys(vn).sort());
    for (const [key, text] of Object.entries(vn)) {
      expect(other[key]?.trim(), `${language} ${key}`).not.toBe("");
      expect([...new Set(placeholders(other[key] ?? ""))], `${language} ${key}`).toEqual([
        ...new Set(placeholders(text)),
      ]);
    }
  }
});

test("Korean, Thai, Chinese and Japanese texts are in their own script", () => {
  const script = {
    ko: /\p{Script=Hangul}/u,
    th: /\p{Script=Thai}/u,
    cn: /\p{Script=Han}/u,
    jp: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  };
  for (const [language, letters] of Object.entries(script)) {
    for (const name of names) {
      const foreign = Object.entries(texts(language, name)).filter(
        ([, text]) => /\p{L}{4}/u.test(text.replace(/\{\{\w+\}\}/g, "")) && !letters.test(text),
      );
      expect(foreign.map(([key]) => `${language}/${name} ${key}`)).toEqual([]);
    }
  }
});
