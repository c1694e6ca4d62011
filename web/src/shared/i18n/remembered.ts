import { defaultLanguage, isLanguage, type Language, languageKeys, languages } from "./languages.ts";

const STORAGE_KEY = "language";

/** The language that this device chose, else the browser's. */
export function rememberedLanguage(): Language {
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

/** Keeps the choice on this device. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}
