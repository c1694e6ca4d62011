import { type Language, languages } from "./languages.ts";

const names = new Map<Language, Intl.DisplayNames>();

/** Returns the name of a country by its code of two letters (ISO 3166-1) in a language; of a code that is not known the code. */
export function countryName(code: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames(languages[language].tag, { type: "region" });
  names.set(language, known);
  try {
    return known.of(code) ?? code;
  } catch {
    return code; // what is no code at all
  }
}
