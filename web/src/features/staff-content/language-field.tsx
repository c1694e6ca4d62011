import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";

/** The languages for whose readers something can be; "" is all. */
export function useReaderOptions(): { value: string; label: string }[] {
  const { t } = useTranslation("admin");
  const spoken = useQuery(siteQuery).data?.languages ?? languageKeys;
  return [
    { value: "", label: t("content.everyone") },
    ...spoken.filter(isLanguage).map((key) => ({ value: key, label: languages[key].name })),
  ];
}

/** The name of a language, or that it is for all. */
export function LanguageName({ lang }: { lang: string }) {
  const { t } = useTranslation("admin");
  if (lang === "") return t("content.everyone");
  return isLanguage(lang) ? languages[lang].name : lang;
}

/** The languages of a post, short; all others last. */
export function LanguageNames({ texts }: { texts: { lang?: string }[] }) {
  const { t } = useTranslation("admin");
  const langs = texts.map(({ lang = "" }) => lang);
  const names = languageKeys.filter((key) => langs.includes(key)).map((key) => key.toUpperCase());
  return [
    ...names,
    ...(langs.includes("") ? [names.length > 0 ? t("content.others") : t("content.everyone")] : []),
  ].join(", ");
}
