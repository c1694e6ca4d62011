import { readStored, writeStored } from "../storage.ts";
import { defaultLanguage, isLanguage, type Language, languageKeys, languages } from "./languages.ts";

const STORAGE_KEY = "language";

/** The language that this device chose, else the browser's. */
export function rememberedLanguage(): Language {
  const stored = readStored(STORAGE_KEY);
  return isLanguage(stored) ? stored : browserLanguage();
}

/** The first language of the browser's list that the product has; the default is for browsers that name none (D-58). */
function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const known = languageKeys.find((key) => languages[key].tag.split("-")[0] === tag.toLowerCase().split("-")[0]);
    if (known !== undefined) return known;
  }
  return defaultLanguage;
}

/** Keeps the choice on this device. */
export function rememberLanguage(language: Language): void {
  writeStored(STORAGE_KEY, language);
}
