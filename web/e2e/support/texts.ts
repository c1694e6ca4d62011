import { readFileSync } from "node:fs";
import { isLanguage, languages } from "../../src/shared/i18n/languages.ts";
import { particles, withParticle } from "../../src/shared/i18n/particle.ts";

type Values = Record<string, string | number>;

/** A text of the site, as the language's file has it, so that a better wording does not break a test. */
export function texts(language: string, namespace: string): (key: string, values?: Values) => string {
  const file = new URL(`../../src/shared/i18n/locales/${language}/${namespace}.json`, import.meta.url);
  const all: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const tag = isLanguage(language) ? languages[language].tag : language;
  const plurals = new Intl.PluralRules(tag);
  return (key, values = {}) => {
    const text = all[key] ?? all[`${key}_${plurals.select(Number(values.count))}`];
    if (text === undefined) throw new Error(`${language}/${namespace}.json has no ${key}`);
    return text.replace(/\{\{(\w+)(?:, ([^}]+))?\}\}/g, (_, name: string, format?: string) => {
      const value = values[name] ?? "";
      if (format === "number") return value.toLocaleString(tag);
      const particle = particles.find((known) => known === format);
      return particle ? withParticle(String(value), particle) : String(value);
    });
  };
}

/** An amount in won as the site writes it in English. */
export function won(amount: number): string {
  return new Intl.NumberFormat("en", { style: "currency", currency: "KRW", currencyDisplay: "narrowSymbol" }).format(
    amount,
  );
}
