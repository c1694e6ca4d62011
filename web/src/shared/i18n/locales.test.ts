import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Language, languageKeys, languages } from "./languages.ts";
import { particles } from "./particle.ts";

const root = path.join(import.meta.dirname, "locales");
const names = [...new Set(globSync("*/*.json", { cwd: root }).map((file) => path.basename(file, ".json")))].sort();

const suffix = /_(zero|one|two|few|many|other)$/;

function texts(language: string, name: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(root, language, `${name}.json`), "utf8"));
}

function placeholders(text: string | undefined): string[] {
  return [...new Set([...(text ?? "").matchAll(/\{\{(\w+)/g)].map(([, name = ""]) => name))].sort();
}

/** The forms of a text: itself, or one of each plural category of the language under the same key. */
function forms(all: Record<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const key of Object.keys(all)) {
    const base = key.replace(suffix, "");
    found.set(base, [...(found.get(base) ?? []), key]);
  }
  return found;
}

test.each(names)("%s: six languages have the same keys, the same placeholders, and no empty text", (name) => {
  const vn = texts("vn", name);
  const wantedForms = forms(vn);
  const plural = (key: string) => suffix.test(wantedForms.get(key)?.[0] ?? "");
  for (const language of languageKeys) {
    const other = texts(language, name);
    expect([...forms(other).keys()].sort(), language).toEqual([...wantedForms.keys()].sort());
    for (const [key, keys] of forms(other)) {
      expect(keys.sort(), `${language} ${key}`).toEqual(plural(key) ? pluralKeys(language, key) : [key]);
      const wanted = placeholders(vn[plural(key) ? `${key}_other` : key]);
      for (const form of keys) {
        expect(other[form]?.trim(), `${language} ${form}`).not.toBe("");
        expect(placeholders(other[form]), `${language} ${form}`).toEqual(wanted);
      }
      if (plural(key)) expect(wanted, key).toContain("count");
    }
  }
});

function pluralKeys(language: Language, key: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(languages[language].tag).resolvedOptions();
  return pluralCategories.map((category) => `${key}_${category}`).sort();
}

test("an English text that counts things has a singular", () => {
  const countsThings = /\{\{(count|minutes|hours|seconds)(, number)?\}\} (more )?[a-z]+s\b/;
  for (const name of names) {
    for (const [key, text] of Object.entries(texts("en", name))) {
      if (!suffix.test(key)) expect(text, `${name}: ${key}`).not.toMatch(countsThings);
    }
  }
});

test("placeholders have known formats, and particles after them agree with what is inserted", () => {
  const known: readonly string[] = ["number", ...particles];
  const fixed = /\}\}(이|가|을|를|은|는|과|와|으로|로)(?=[\s.,!?)’”]|$)/;
  for (const language of languageKeys) {
    for (const name of names) {
      for (const [key, text] of Object.entries(texts(language, name))) {
        const formats = [...text.matchAll(/\{\{\w+, *([^}]+)\}\}/g)].map(([, format = ""]) => format);
        expect(
          formats.filter((format) => !known.includes(format)),
          `${language} ${key}`,
        ).toEqual([]);
        // The api fills its own texts, and knows no formats (internal/core/texts).
        if (name === "api") expect(formats, `${language} ${key}`).toEqual([]);
        if (language === "ko") expect(text, key).not.toMatch(fixed);
      }
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
        ([, text]) => /\p{L}{4}/u.test(text.replace(/\{\{[^}]+\}\}/g, "")) && !letters.test(text),
      );
      expect(foreign.map(([key]) => `${language}/${name} ${key}`)).toEqual([]);
    }
  }
});
