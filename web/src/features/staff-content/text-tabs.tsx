import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Language, languages } from "#shared/i18n/languages.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { FormCheckbox, FormField } from "#shared/ui/form/form.tsx";
import type { AppForm } from "#shared/ui/form/use-app-form.ts";
import { PictureField } from "./picture-field.tsx";
import { RichEditor } from "./rich-editor.tsx";
import { TextStatusPill } from "./text-status.tsx";
import {
  isEmpty,
  partsOf,
  sourceOf,
  statusIn,
  type TextKind,
  type TextStatus,
  type TextValues,
  type Translated,
} from "./text-values.ts";

const TITLE_MAX = 100;

interface TextTabsProps {
  form: AppForm<TextValues>;
  kind: TextKind;
  /** As it was saved. */
  row: Translated | undefined;
  spoken: Language[];
  lang: Language;
  onLang(lang: Language): void;
}

/** The texts of one banner, popup or post, a tab for each language of the site with the status of its text. */
export function TextTabs({ form, kind, row, spoken, lang, onLang }: TextTabsProps) {
  const { t } = useTranslation("admin");
  const { control, setValue } = form;
  const texts = useWatch({ control, name: "texts" });
  const everyone = useWatch({ control, name: "everyone" });
  const source = sourceOf(texts, everyone, spoken);
  /** Before it is saved, only what the form itself knows. */
  const statusOf = (key: Language): TextStatus => {
    if (isEmpty(texts[key])) return "missing";
    if (key === source) return "source";
    if (texts[key].draft) return "draft";
    return statusIn(row, key) === "changed" && !texts[key].checked ? "changed" : "done";
  };
  const status = statusOf(lang);
  const [fallback = "en"] = spoken;
  return (
    <>
      <Choice<Language>
        label={t("content.field.lang")}
        value={lang}
        onChange={onLang}
        options={spoken.map((key) => ({
          value: key,
          label: (
            <>
              {languages[key].name} <TextStatusPill status={statusOf(key)} short />
            </>
          ),
        }))}
      />
      <p className={classes.dim}>
        <TextStatusPill status={status} />{" "}
        {status === "missing" && lang !== source && everyone
          ? t("content.status.fallback", { language: languages[fallback].name })
          : t(`content.status.${lang === source ? "source" : status}Text`)}
      </p>
      <FormField
        key={`title-${lang}`}
        control={control}
        name={`texts.${lang}.title`}
        label={t("content.field.title")}
        maxLength={TITLE_MAX}
      />
      {partsOf[kind].content !== "none" && (
        <RichEditor key={`text-${lang}`} control={control} name={`texts.${lang}.content`} />
      )}
      {partsOf[kind].image !== "none" && (
        <PictureField
          key={`image-${lang}`}
          control={control}
          name={`texts.${lang}.image`}
          hint={lang === source ? t("content.field.imageHint") : t("content.picture.ofSource")}
        />
      )}
      {lang !== source && !isEmpty(texts[lang]) && (
        <>
          <FormCheckbox
            key={`draft-${lang}`}
            control={control}
            name={`texts.${lang}.draft`}
            label={t("content.field.draft")}
          />
          {statusIn(row, lang) === "changed" && (
            <FormCheckbox
              key={`checked-${lang}`}
              control={control}
              name={`texts.${lang}.checked`}
              label={t("content.field.checked")}
            />
          )}
          <div className={classes.buttons}>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                for (const part of ["title", "content", "image"] as const) setValue(`texts.${lang}.${part}`, "");
              }}
            >
              {t("content.withoutLanguage", { language: languages[lang].name })}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
