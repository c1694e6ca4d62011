/** The product's six languages (D-58). Keys are the product's, `tag` is what browsers and Intl know. */
export const languages = {
  vn: { tag: "vi", name: "Tiếng Việt" },
  ko: { tag: "ko", name: "한국어" },
  en: { tag: "en", name: "English" },
  th: { tag: "th", name: "ไทย" },
  cn: { tag: "zh-CN", name: "简体中文" },
  jp: { tag: "ja", name: "日本語" },
} as const;

export type Language = keyof typeof languages;

/** The default and the first fallback. */
export const defaultLanguage: Language = "vn";

export const languageKeys: readonly Language[] = ["vn", "ko", "en", "th", "cn", "jp"];

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(languages, value);
}
