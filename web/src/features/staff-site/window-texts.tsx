import { useQuery } from "@tanstack/react-query";
import { type FieldValues, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isLanguage, type Language, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { FormTextArea } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import type { WindowRow } from "./windows.ts";

const TEXT_MAX = 300;

type Texts = Record<Language, string>;

/** The texts as staff edits them; empty where nothing is written. */
export function toWindowTexts(texts: WindowRow["texts"]): Texts {
  const all: Texts = { vn: "", ko: "", en: "", th: "", cn: "", jp: "" };
  for (const { lang, text } of texts) if (isLanguage(lang)) all[lang] = text;
  return all;
}

/** The texts to send: those that are not empty. */
export function fromWindowTexts(texts: Texts): WindowRow["texts"] {
  return Object.entries(texts)
    .map(([lang, text]) => ({ lang, text: text.trim() }))
    .filter(({ text }) => text !== "");
}

/** The languages of the site. */
export function useSpoken(): Language[] {
  return (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
}

interface WindowTextsProps<Values extends FieldValues & { texts: Texts }> {
  form: AppForm<Values>;
  /** The language whose text is shown. */
  lang: Language;
  onLang(lang: Language): void;
}

/** The text to members, a tab for each language of the site. A dot marks those that have one. */
export function WindowTexts<Values extends FieldValues & { texts: Texts }>({
  form,
  lang,
  onLang,
}: WindowTextsProps<Values>) {
  const { t } = useTranslation("schedule");
  const { t: admin } = useTranslation("admin");
  const control = (form as unknown as AppForm<{ texts: Texts }>).control;
  const texts = useWatch({ control, name: "texts" });
  return (
    <>
      <Choice<Language>
        label={admin("content.field.lang")}
        value={lang}
        onChange={onLang}
        options={useSpoken().map((key) => ({
          value: key,
          label:
            texts[key].trim() === "" ? (
              languages[key].name
            ) : (
              <>
                {languages[key].name} <span aria-hidden="true">●</span>
                <span className="visually-hidden">{admin("content.written")}</span>
              </>
            ),
        }))}
      />
      <FormTextArea
        key={lang}
        control={control}
        name={`texts.${lang}`}
        label={t("text", { language: languages[lang].name })}
        hint={t("textHint")}
        rows={3}
        maxLength={TEXT_MAX}
      />
    </>
  );
}
