import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { Field } from "#shared/ui/field.tsx";
import { type EditedText, isEmpty } from "./post-text.ts";
import { RichEditor } from "./rich-editor.tsx";

const TITLE_MAX = 100;

interface PostTextsProps {
  /** By language; "" is for readers of every language that has none of its own. */
  texts: Record<string, EditedText>;
  /** The language whose text is shown. */
  lang: string;
  onLang(lang: string): void;
  onChange(lang: string, text: EditedText): void;
  /** Whether the board has more than titles. */
  needsText: boolean;
  /** Whether what is missing is said. */
  checked: boolean;
}

/** The texts of one post, a tab for each language of the site and one for all others. A dot marks those that have one. */
export function PostTexts({ texts, lang, onLang, onChange, needsText, checked }: PostTextsProps) {
  const { t } = useTranslation("admin");
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const text = texts[lang] ?? { title: "", content: "" };
  const missing = (value: string) => (checked && value.trim() === "" ? t("content.missing") : undefined);
  const name = (key: string) => (isLanguage(key) ? languages[key].name : t("content.others"));
  return (
    <>
      <Choice
        label={t("content.field.lang")}
        value={lang === "" ? "all" : lang}
        onChange={(next) => onLang(next === "all" ? "" : next)}
        options={["", ...spoken].map((key) => ({
          value: key === "" ? "all" : key,
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
      <Field
        key={`title-${lang}`}
        label={t("content.field.title")}
        name="title"
        value={text.title}
        maxLength={TITLE_MAX}
        onChange={(title) => onChange(lang, { ...text, title })}
        error={missing(text.title)}
      />
      {needsText && (
        <RichEditor
          key={`text-${lang}`}
          value={text.content}
          onChange={(content) => onChange(lang, { ...text, content })}
          error={missing(text.content)}
        />
      )}
      {!isEmpty(texts[lang]) && (
        <div className={classes.rowActions}>
          <Button variant="ghost" size="sm" onClick={() => onChange(lang, { title: "", content: "" })}>
            {t("content.withoutLanguage", { language: name(lang) })}
          </Button>
        </div>
      )}
    </>
  );
}
