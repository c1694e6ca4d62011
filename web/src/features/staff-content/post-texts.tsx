import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { FormField } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import type { PostValues } from "./post-dialog.tsx";
import { isEmpty, OTHERS, type TextKey } from "./post-text.ts";
import { RichEditor } from "./rich-editor.tsx";

const TITLE_MAX = 100;

interface PostTextsProps {
  form: AppForm<PostValues>;
  /** The language whose text is shown. */
  lang: TextKey;
  onLang(lang: TextKey): void;
  /** Whether the board has more than titles. */
  needsText: boolean;
}

/** The texts of one post, a tab for each language of the site and one for all others. A dot marks those that have one. */
export function PostTexts({ form, lang, onLang, needsText }: PostTextsProps) {
  const { t } = useTranslation("admin");
  const { control, setValue } = form;
  const texts = useWatch({ control, name: "texts" });
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const tabs: TextKey[] = [OTHERS, ...spoken];
  const name = (key: TextKey) => (isLanguage(key) ? languages[key].name : t("content.others"));
  return (
    <>
      <Choice<TextKey>
        label={t("content.field.lang")}
        value={lang}
        onChange={onLang}
        options={tabs.map((key) => ({
          value: key,
          label: isEmpty(texts[key]) ? (
            name(key)
          ) : (
            <>
              {name(key)} <span aria-hidden="true">●</span>
              <span className="visually-hidden">{t("content.written")}</span>
            </>
          ),
        }))}
      />
      <FormField
        key={`title-${lang}`}
        control={control}
        name={`texts.${lang}.title`}
        label={t("content.field.title")}
        maxLength={TITLE_MAX}
      />
      {needsText && <RichEditor key={`text-${lang}`} control={control} name={`texts.${lang}.content`} />}
      {!isEmpty(texts[lang]) && (
        <div className={classes.rowActions}>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setValue(`texts.${lang}.title`, "");
              setValue(`texts.${lang}.content`, "");
            }}
          >
            {t("content.withoutLanguage", { language: name(lang) })}
          </Button>
        </div>
      )}
    </>
  );
}
