import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, languageKeys, languages } from "../../i18n/languages.ts";
import { Field } from "../field.tsx";
import { Flag } from "../flag.tsx";
import { StatusPill } from "../status-pill.tsx";
import { Tabs } from "../tabs.tsx";
import { TextArea } from "../text-area.tsx";
import classes from "./campaign-editor.module.css";

export interface CampaignText {
  title: string;
  text: string;
}

/** missing: nothing yet. part: one of the two. old: the original changed after it was translated. */
export type TranslationState = "missing" | "part" | "old" | "done";

interface CampaignEditorProps {
  texts: Record<Language, CampaignText>;
  /** The language that the others are translated from. */
  original: Language;
  /** The languages whose original changed since. */
  old?: ReadonlySet<Language>;
  limits: { title: number; text: number };
  onChange(language: Language, text: CampaignText): void;
  /** How members will see it. */
  preview?(text: CampaignText, language: Language): ReactNode;
}

export function translationState({ title, text }: CampaignText, old: boolean): TranslationState {
  const filled = [title, text].filter((part) => part.trim() !== "").length;
  if (filled < 2) return filled === 0 ? "missing" : "part";
  return old ? "old" : "done";
}

const tones = { missing: "bad", part: "busy", old: "busy", done: "good" } as const;

/** One campaign in all languages: a tab for each with the state of its translation, the original beside it, and a preview. */
export function CampaignEditor({ texts, original, old, limits, onChange, preview }: CampaignEditorProps) {
  const { t } = useTranslation("office");
  const [shown, setShown] = useState(original);
  const stateOf = (language: Language) => translationState(texts[language], old?.has(language) ?? false);
  const text = texts[shown];
  const done = languageKeys.filter((language) => stateOf(language) === "done").length;
  return (
    <div className={classes.editor}>
      <p className={classes.sum} role="status">
        {t("campaign.sum", { count: done, all: languageKeys.length })}
      </p>
      <Tabs<Language>
        label={t("campaign.languages")}
        value={shown}
        onChange={(language) => setShown(language)}
        tabs={languageKeys.map((language) => ({
          key: language,
          label: (
            <>
              <Flag language={language} />
              <span lang={languages[language].tag}>{languages[language].name}</span>
              <span className={classes.mark} data-state={stateOf(language)} />
              <span className="visually-hidden">{t(`campaign.state.${stateOf(language)}`)}</span>
            </>
          ),
        }))}
      >
        <div className={classes.columns}>
          <div className={classes.fields}>
            <StatusPill tone={tones[stateOf(shown)]}>{t(`campaign.state.${stateOf(shown)}`)}</StatusPill>
            <Field
              label={t("campaign.title")}
              value={text.title}
              maxLength={limits.title}
              hint={t("campaign.length", { count: text.title.length, most: limits.title })}
              onChange={(title) => onChange(shown, { ...text, title })}
            />
            <TextArea
              label={t("campaign.text")}
              value={text.text}
              rows={5}
              maxLength={limits.text}
              hint={t("campaign.length", { count: text.text.length, most: limits.text })}
              onChange={(next) => onChange(shown, { ...text, text: next })}
            />
          </div>
          <div className={classes.beside}>
            {shown !== original && (
              <section className={classes.original} lang={languages[original].tag}>
                <h4>{t("campaign.original", { language: languages[original].name })}</h4>
                <strong>{texts[original].title}</strong>
                <p>{texts[original].text}</p>
              </section>
            )}
            {preview && (
              <section className={classes.preview} lang={languages[shown].tag}>
                <h4>{t("campaign.preview")}</h4>
                {preview(text, shown)}
              </section>
            )}
          </div>
        </div>
      </Tabs>
    </div>
  );
}
