import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import glossary from "./glossary.json";
import { isLanguage, type Language, languageKeys } from "./languages.ts";

interface Text {
  language: Language;
  /** The file, and the key or place in it. */
  at: string;
  text: string;
}

const repository = path.join(import.meta.dirname, "../../../..");

/** Files with texts that members and staff read. Each names the language by a key around the texts or by its own path. */
const json = [
  "web/src/shared/i18n/locales/*/*.json",
  "internal/sim/web/assets/texts/*.json",
  "internal/operator/content/codes.json",
  "deployments/seed/*.json",
].flatMap((pattern) => globSync(pattern, { cwd: repository }));

/** Go tables of texts: a line `"ko": {` begins a language, and its strings follow. */
const tables = [
  "internal/funds/cash/notifications.go",
  "internal/funds/promo/notifications.go",
  "internal/support/inquiry/texts.go",
  "api/site/games.go",
];

function read(file: string): string {
  return readFileSync(path.join(repository, file), "utf8");
}

function collect(value: unknown, language: Language | undefined, at: string): Text[] {
  // Marks of rich text, with the addresses in them, are no words.
  if (typeof value === "string") return language ? [{ language, at, text: value.replace(/<[^>]*>/g, " ") }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    collect(inner, isLanguage(key) ? key : language, isLanguage(key) ? at : `${at} ${key}`),
  );
}

function ofJson(file: string): Text[] {
  const language = file.split(/[/.]/).find(isLanguage);
  return collect(JSON.parse(read(file)), language, file);
}

function ofTable(file: string): Text[] {
  const found: Text[] = [];
  let language: Language | undefined;
  for (const [number, line] of read(file).split("\n").entries()) {
    const [, begun] = /^\t"(\w\w)": +\{/.exec(line) ?? [];
    if (isLanguage(begun)) language = begun;
    if (line === "}") language = undefined;
    if (language === undefined) continue;
    for (const [, text = ""] of line.matchAll(/"((?:[^"\\]|\\.)+)"/g)) {
      found.push({ language, at: `${file}:${number + 1}`, text });
    }
  }
  return found;
}

const all = [...json.flatMap(ofJson), ...tables.flatMap(ofTable)];

test("texts of every source are read, in six languages", () => {
  for (const file of [...json, ...tables]) {
    const languages = new Set(all.filter(({ at }) => at.startsWith(file)).map(({ language }) => language));
    expect(languages.size, file).toBe(file.split(/[/.]/).some(isLanguage) ? 1 : languageKeys.length);
  }
});

test.each(languageKeys)("%s says one word for one thing", (language) => {
  const found = Object.entries(glossary.refused[language]).flatMap(([pattern, instead]) =>
    all
      .filter((text) => text.language === language && new RegExp(pattern, "u").test(text.text))
      .map(({ at, text }) => `${at}: “${text.slice(0, 120)}” matches ${pattern}; say ${instead}`),
  );
  expect(found).toEqual([]);
});

test.each(languageKeys)("%s uses each word of its glossary", (language) => {
  const texts = all.filter((text) => text.language === language).map(({ text }) => text.toLocaleLowerCase("und"));
  const unused = Object.entries(glossary.terms).filter(
    ([, words]) => !texts.some((text) => text.includes(words[language].toLocaleLowerCase("und"))),
  );
  expect(unused).toEqual([]);
});
