import { isLanguage, type Language } from "#shared/i18n/languages.ts";
import type { CampaignText, ScheduledKind, ScheduledRow } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";

/** A campaign in a language while it is edited. */
export interface EditedText {
  title: string;
  content: string;
  image: string;
  draft: boolean;
  /** It fits the source, although that was changed after it. */
  checked: boolean;
}

const none: EditedText = { title: "", content: "", image: "", draft: false, checked: false };

const textStatuses = ["source", "done", "draft", "changed", "missing"] as const;
export type TextStatus = (typeof textStatuses)[number];

/** Whether nothing is written in a language. */
export const isEmpty = ({ title, content, image }: EditedText): boolean =>
  [title, content, image].every((part) => part.trim() === "");

/** The texts of a campaign by their language, as staff edits them; empty where nothing is written. */
export function toTexts(row: ScheduledRow | undefined): Record<Language, EditedText> {
  const texts = { vn: none, ko: none, en: none, th: none, cn: none, jp: none };
  for (const { lang, title, content = "", image = "", draft = false } of row?.texts ?? [])
    if (isLanguage(lang)) texts[lang] = { title, content: toEdited(content), image, draft, checked: false };
  return texts;
}

/** Returns the texts to send: those of each language that is not empty. */
export function fromTexts(
  kind: ScheduledKind,
  texts: Record<Language, EditedText>,
  spoken: readonly Language[],
): CampaignText[] {
  return spoken
    .map((lang) => [lang, texts[lang]] as const)
    .filter(([, text]) => !isEmpty(text))
    .map(([lang, { title, content, image, draft, checked }]) => ({
      lang,
      title: title.trim(),
      image: image.trim(),
      draft,
      checked,
      ...(kind === "popups" ? { content: fromEdited(content) } : {}),
    }));
}

/** The language that the others are translated from: the site's default one; of a campaign that is not for everyone it may be another. */
export function sourceOf(texts: Record<Language, EditedText>, everyone: boolean, spoken: Language[]): Language {
  const [first = "en"] = spoken;
  const ready = (lang: Language) => !isEmpty(texts[lang]) && !texts[lang].draft;
  return everyone ? first : (spoken.find(ready) ?? first);
}

/** The status of a saved text. */
export function statusIn(row: ScheduledRow | undefined, lang: string): TextStatus {
  const status = row?.texts.find((text) => text.lang === lang)?.status;
  return textStatuses.find((one) => one === status) ?? "missing";
}

/** The title that staff know a campaign by: in their language, else that of the source. */
export function titleOf(row: ScheduledRow, lang: string): string {
  return (row.texts.find((text) => text.lang === lang) ?? row.texts[0])?.title ?? "";
}
