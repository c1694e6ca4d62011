import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { loadFonts } from "./fonts.ts";
import { defaultLanguage, isLanguage, type Language, languages } from "./languages.ts";

const STORAGE_KEY = "language";

/** One file per language and feature; each is loaded when its language is first shown. */
const files = import.meta.glob<Record<string, string>>("./locales/*/*.json", { import: "default" });

const loaded = new Set<string>();
let namespaces: string[] = [];

async function loadTexts(language: Language): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      const file = files[`./locales/${language}/${namespace}.json`];
      if (file === undefined || loaded.has(`${language}/${namespace}`)) return;
      loaded.add(`${language}/${namespace}`);
      i18next.addResourceBundle(language, namespace, await file());
    }),
  );
}

/** vn, then en, are only fetched when a text is missing, which a test makes unlikely. */
function loadFallbacks(): void {
  void loadTexts("vn").then(() => loadTexts("en"));
}

function rememberedLanguage(): Language {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLanguage(stored) ? stored : defaultLanguage;
  } catch {
    return defaultLanguage;
  }
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

/** Prepares the texts of one bundle. `names` are its namespaces: files that a bundle does not name are never loaded. */
export async function startI18n(names: string[]): Promise<void> {
  namespaces = names;
  await i18next.use(initReactI18next).init({
    fallbackLng: ["vn", "en"],
    ns: names,
    defaultNS: "common",
    keySeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    saveMissing: true,
    missingKeyHandler: loadFallbacks,
  });
  await setLanguage(rememberedLanguage());
}
