import { useTranslation } from "react-i18next";
import { languageKeys } from "#shared/i18n/languages.ts";

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
