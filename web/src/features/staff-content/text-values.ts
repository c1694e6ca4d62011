import { isLanguage, type Language } from "#shared/i18n/languages.ts";
import type { Board, ScheduledKind } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";

/** Texts that staff writes in the languages of the site: those of a banner, a popup, or a post of a board. */
export type TextKind = ScheduledKind | Exclude<Board, "board">;

/** The parts that each kind has beside its titles. */
export const partsOf: Record<
  TextKind,
  { content: "none" | "needed" | "or picture"; image: "none" | "needed" | "maybe" }
> = {
  banners: { content: "none", image: "needed" },
  popups: { content: "or picture", image: "maybe" },
  mq: { content: "none", image: "none" },
  notice: { content: "needed", image: "maybe" },
  event: { content: "needed", image: "maybe" },
  faq: { content: "needed", image: "none" },
};

/** One thing with a text in each of its languages, as it was saved: the source first. */
export interface Translated {
  texts: { lang?: string; title: string; content?: string; image?: string; draft?: boolean; status?: string }[];
}

/** A text in a language while it is edited. */
export interface EditedText {
  title: string;
  content: string;
  image: string;
  draft: boolean;
  /** It fits the source, although that was changed after it. */
  checked: boolean;
}

/** The part of a form that holds the texts. */
export interface TextValues {
  texts: Record<Language, EditedText>;
  /** Readers of languages without a text see that of the site's default language. */
  everyone: boolean;
}

/** A text as the api takes it. */
interface SentText {
  lang: string;
  title: string;
  content?: string;
  image?: string;
  draft: boolean;
  checked: boolean;
}

const none: EditedText = { title: "", content: "", image: "", draft: false, checked: false };

const textStatuses = ["source", "done", "draft", "changed", "missing"] as const;
export type TextStatus = (typeof textStatuses)[number];

/** Whether nothing is written in a language. */
export const isEmpty = ({ title, content, image }: EditedText): boolean =>
  [title, content, image].every((part) => part.trim() === "");

/** The texts by their language, as staff edits them; empty where nothing is written. */
export function toTexts(row: Translated | undefined): Record<Language, EditedText> {
  const texts = { vn: none, ko: none, en: none, th: none, cn: none, jp: none };
  for (const { lang, title, content = "", image = "", draft = false } of row?.texts ?? [])
    if (isLanguage(lang)) texts[lang] = { title, content: toEdited(content), image, draft, checked: false };
  return texts;
}

/** Returns the texts to send: those of each language that is not empty. The source is no draft. */
export function fromTexts(kind: TextKind, { texts, everyone }: TextValues, spoken: Language[]): SentText[] {
  const source = sourceOf(texts, everyone, spoken);
  const parts = partsOf[kind];
  return spoken
    .map((lang) => [lang, texts[lang]] as const)
    .filter(([, text]) => !isEmpty(text))
    .map(([lang, { title, content, image, draft, checked }]) => ({
      lang,
      title: title.trim(),
      draft: draft && lang !== source,
      checked,
      ...(parts.image === "none" ? {} : { image: image.trim() }),
      ...(parts.content === "none" ? {} : { content: fromEdited(content) }),
    }));
}

/** The language that the others are translated from: the site's default one; of what is not for everyone it may be another. */
export function sourceOf(texts: Record<Language, EditedText>, everyone: boolean, spoken: Language[]): Language {
  const [first = "en"] = spoken;
  const ready = (lang: Language) => !isEmpty(texts[lang]) && !texts[lang].draft;
  return everyone ? first : (spoken.find(ready) ?? first);
}

/** The status of a saved text. */
export function statusIn(row: Translated | undefined, lang: string): TextStatus {
  const status = row?.texts.find((text) => text.lang === lang)?.status;
  return textStatuses.find((one) => one === status) ?? "missing";
}

/** The title that staff know it by: in their language, else that of the source. */
export function titleOf(row: Translated, lang: string): string {
  return (row.texts.find((text) => text.lang === lang) ?? row.texts[0])?.title ?? "";
}
