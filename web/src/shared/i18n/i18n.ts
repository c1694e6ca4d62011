import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { loadFonts } from "./fonts.ts";
import { defaultLanguage, isLanguage, type Language, languageKeys, languages } from "./languages.ts";
import { particles, withParticle } from "./particle.ts";

const STORAGE_KEY = "language";

type Texts = Record<string, string>;

/** One chunk per language with everything a member reads; a chunk per file would be ten requests. */
const bundles: Record<Language, () => Promise<{ texts: Record<string, Texts> }>> = {
  vn: () => import("./bundles/vn.ts"),
  ko: () => import("./bundles/ko.ts"),
  en: () => import("./bundles/en.ts"),
  th: () => import("./bundles/th.ts"),
  cn: () => import("./bundles/cn.ts"),
  jp: () => import("./bundles/jp.ts"),
};

/** The back office's texts; no member loads them. */
const adminFiles = import.meta.glob<Texts>("./locales/*/admin.json", { import: "default" });

/** The files of one namespace, by the path of each language's. */
type Files = Record<string, () => Promise<Texts>>;

/** The namespaces that are not in the bundles, of those that this page needs. */
const apart = new Map<string, Files>();

async function loadTexts(language: Language): Promise<void> {
  await Promise.all([loadBundle(language), ...[...apart].map(([name, files]) => loadApart(language, name, files))]);
}

async function loadBundle(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, "common")) return;
  const { texts } = await bundles[language]();
  for (const [file, part] of Object.entries(texts)) {
    i18next.addResourceBundle(language, file.replace(/^.*\/|\.json$/g, ""), part);
  }
}

async function loadApart(language: Language, name: string, files: Files): Promise<void> {
  if (i18next.hasResourceBundle(language, name)) return;
  const load = files[`./locales/${language}/${name}.json`];
  if (load) i18next.addResourceBundle(language, name, await load());
}

/** Adds a namespace that only some pages need, in the current language and in each that is chosen later. */
export async function addTexts(name: string, files: Files): Promise<void> {
  apart.set(name, files);
  if (isLanguage(i18next.language)) await loadTexts(i18next.language);
}

/** vn, then en, are only fetched when a text is missing, which a test makes unlikely. */
function loadFallbacks(): void {
  void loadTexts("vn").then(() => loadTexts("en"));
}

function rememberedLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLanguage(stored) ? stored : browserLanguage();
  } catch {
    return browserLanguage();
  }
}

/** The first language of the browser's list that the product has; the default is for browsers that name none (D-58). */
function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const known = languageKeys.find((key) => languages[key].tag.split("-")[0] === tag.toLowerCase().split("-")[0]);
    if (known !== undefined) return known;
  }
  return defaultLanguage;
}

/** Switches texts, faces and the document's language, and remembers the choice on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([loadTexts(language), loadFonts(language)]);
  document.documentElement.lang = languages[language].tag;
  await i18next.changeLanguage(language);
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}

function tagOf(language = ""): string {
  return isLanguage(language) ? languages[language].tag : language;
}

/**
 * Teaches i18next the formats of placeholders, {{count, number}} and {{name, 이/가}}, and the plural forms of languages whose keys
 * are not the tags that Intl knows: "vn" would get the plurals of the browser's own language.
 */
function teachForms(): void {
  const { formatter, pluralResolver } = i18next.services;
  formatter?.add("number", (value: number, language) => value.toLocaleString(tagOf(language)));
  for (const particle of particles) formatter?.add(particle, (value) => withParticle(String(value), particle));
  const rule = pluralResolver.getRule.bind(pluralResolver);
  pluralResolver.getRule = (language: string, options: unknown) => rule(tagOf(language), options);
}

/** Prepares the texts of one bundle in the language of this device. */
export async function startI18n(audience: "member" | "admin"): Promise<void> {
  if (audience === "admin") apart.set("admin", adminFiles);
  await i18next.use(initReactI18next).init({
    fallbackLng: ["vn", "en"],
    ns: [],
    defaultNS: "common",
    keySeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    saveMissing: true,
    missingKeyHandler: loadFallbacks,
  });
  teachForms();
  await setLanguage(rememberedLanguage());
}
