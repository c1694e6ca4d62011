import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { initReactI18next } from "react-i18next";
import { loadFonts } from "./fonts.ts";
import { defaultLanguage, isLanguage, type Language, languages } from "./languages.ts";
import { particles, withParticle } from "./particle.ts";
import { rememberedLanguage, rememberLanguage } from "./remembered.ts";

type Texts = Record<string, string>;

/** The texts that every page of an audience needs: one file each. */
const files = import.meta.glob<Texts>(
  ["./locales/*/common.json", "./locales/*/admin.json", "./locales/*/office.json"],
  { import: "default" },
);

/** Several files as one chunk: a chunk per file would be ten requests. */
const bundles = import.meta.glob<Record<string, Texts>>("./bundles/*/*.ts", { import: "texts" });

/** The texts of the first page of each audience. The rest is what `lazyPage` and `lazyPart` wait for. */
const first = {
  member: ["common", "main"],
  admin: ["common", "admin", "office"],
  partner: ["common", "office"],
} as const;

/**
 * The event that draws all texts again. Texts are loaded before a page shows them, so that only those that were missing
 * need it: with an event for each file that comes, every component of the first page would be drawn a dozen times.
 */
const COMPLETED = "completed";

type Part = (typeof first)[keyof typeof first][number] | "rest";

let parts: readonly Part[] = first.member;

/** The language that is shown or about to be. */
let wanted: Language = defaultLanguage;

async function load(language: Language, part: Part): Promise<void> {
  // The rest is known by one of its files.
  if (i18next.hasResourceBundle(language, part === "rest" ? "api" : part)) return;
  const file = await files[`./locales/${language}/${part}.json`]?.();
  const texts = file ? { [part]: file } : await bundles[`./bundles/${part}/${language}.ts`]?.();
  for (const [path, entries] of Object.entries(texts ?? {})) {
    i18next.addResourceBundle(language, path.replace(/^.*\/|\.json$/g, ""), entries);
  }
}

/** The files of one namespace, by the path of each language's. */
type Files = Record<string, () => Promise<Texts>>;

/** The namespaces that are in none of the parts, of those that this page needs. */
const apart = new Map<string, Files>();

async function loadApart(language: Language, name: string, files: Files): Promise<void> {
  if (i18next.hasResourceBundle(language, name)) return;
  const load = files[`./locales/${language}/${name}.json`];
  if (load) i18next.addResourceBundle(language, name, await load());
}

async function loadTexts(language: Language): Promise<void> {
  await Promise.all([
    ...parts.map((part) => load(language, part)),
    ...[...apart].map(([name, files]) => loadApart(language, name, files)),
  ]);
}

/** Adds a namespace that only some pages need, in the current language, in the one that is being prepared, and in each that is chosen later. */
export async function addTexts(name: string, files: Files): Promise<void> {
  apart.set(name, files);
  if (i18next.isInitialized) await loadMissing(); // else startI18n loads it
  i18next.emit(COMPLETED);
}

/** Test only: forgets which namespaces were asked for, as a page that is loaded again has asked for none. */
export function forgetTexts(): void {
  apart.clear();
}

/** Loads what is missing in the language shown, and in the one that is about to be: its other texts may have come already. */
async function loadMissing(): Promise<void> {
  const shown = i18next.language;
  hasFallbacks = false;
  await Promise.all([loadTexts(wanted), isLanguage(shown) && loadTexts(shown)]);
}

/** Loads the texts that are not on the first page; from then on, a change of language loads them too. */
export async function loadRest(): Promise<void> {
  if (!parts.includes("rest")) parts = [...parts, "rest"];
  await loadMissing();
}

/** The same for a page that shows such a text already: it is drawn again when they are there. */
export async function completeTexts(): Promise<void> {
  await loadRest();
  i18next.emit(COMPLETED);
}

const events = `languageChanged ${COMPLETED}`;

function onTexts(redraw: () => void): () => void {
  i18next.on(events, redraw);
  return () => void i18next.off(events, redraw);
}

/**
 * Whether the texts of a namespace are there in the language shown. They may come while a component that lacks them is being drawn for
 * the first time, before useTranslation listens; this notices it.
 */
export function useHasTexts(namespace: string): boolean {
  return useSyncExternalStore(onTexts, () => i18next.hasResourceBundle(i18next.language, namespace));
}

/** Whether the fallbacks of all that was asked for have been loaded, or are on their way. */
let hasFallbacks = false;

/**
 * Loads vn, then en, when a text is missing, which a test makes unlikely. The pages are drawn again once: a text that no language has
 * is missing after each drawing.
 */
async function loadFallbacks(): Promise<void> {
  if (hasFallbacks) return;
  hasFallbacks = true;
  await loadTexts("vn");
  await loadTexts("en");
  i18next.emit(COMPLETED);
}

/** Switches texts, faces and the document's language, and remembers the choice on this device. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([loadTexts(language), loadFonts(language)]);
  document.documentElement.lang = languages[language].tag;
  document
    .querySelector("link[rel=manifest]")
    ?.setAttribute("href", `/manifest-${languages[language].tag}.webmanifest`);
  await i18next.changeLanguage(language);
  rememberLanguage(language);
}

/** The language of the page, for what is not drawn. */
export function shownLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : defaultLanguage;
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
export async function startI18n(audience: keyof typeof first): Promise<void> {
  parts = first[audience];
  hasFallbacks = false;
  wanted = rememberedLanguage();
  await i18next.use(initReactI18next).init({
    fallbackLng: ["vn", "en"],
    ns: [],
    defaultNS: "common",
    keySeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18n: events },
    saveMissing: true,
    missingKeyHandler: loadFallbacks,
  });
  teachForms();
  await setLanguage(wanted);
}
