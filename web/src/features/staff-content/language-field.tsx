import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import { SelectField } from "#shared/ui/select-field.tsx";

/** For readers of which language; empty is all. */
export function LanguageField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation("admin");
  const spoken = useQuery(siteQuery).data?.languages ?? languageKeys;
  return (
    <SelectField
      label={t("content.field.lang")}
      name="lang"
      value={value === "" ? "all" : value}
      onChange={(next) => onChange(next === "all" ? "" : next)}
      options={[
        { value: "all", label: t("content.everyone") },
        ...spoken.filter(isLanguage).map((key) => ({ value: key, label: languages[key].name })),
      ]}
    />
  );
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
