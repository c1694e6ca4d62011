import { isLanguage, type Language } from "#shared/i18n/languages.ts";
import type { PostRow } from "./content.ts";
import { fromEdited, toEdited } from "./edited.ts";

/** A post in a language while it is edited. */
export interface EditedText {
  title: string;
  content: string;
}

/** Whether nothing is written in a language: the post is not shown in it. */
export function isEmpty(text: EditedText | undefined): boolean {
  return text === undefined || (text.title.trim() === "" && text.content.trim() === "");
}

/** The key of the text for readers of every language that has none of its own; the api calls it "". */
export const OTHERS = "others";

export type TextKey = Language | typeof OTHERS;

const none: EditedText = { title: "", content: "" };
export const noTexts: Record<Language, EditedText> = { vn: none, ko: none, en: none, th: none, cn: none, jp: none };

/** The texts of a post by their language, as staff edits them; empty where nothing is written. */
export function toTexts(post: PostRow | undefined): Record<TextKey, EditedText> {
  const texts = { [OTHERS]: none, ...noTexts };
  for (const { lang, title, content = "" } of post?.texts ?? [])
    texts[isLanguage(lang) ? lang : OTHERS] = { title, content: toEdited(content) };
  return texts;
}

/** Returns the texts to send: those of each language that is not empty. */
export function fromTexts(texts: Record<string, EditedText>): PostRow["texts"] {
  return Object.entries(texts)
    .filter(([, text]) => !isEmpty(text))
    .map(([lang, { title, content }]) => ({
      lang: lang === OTHERS ? "" : lang,
      title: title.trim(),
      content: fromEdited(content),
    }));
}

/**
 * The missing texts: the title and, where the board wants one, the content of each language that was begun; of the one in sight
 * if nothing is written at all.
 */
export function missingIn<Key extends string>(
  texts: Record<Key, EditedText>,
  inSight: NoInfer<Key>,
  needsText: boolean,
) {
  const nothing = Object.values<EditedText>(texts).every(isEmpty);
  const missing: { lang: Key; part: keyof EditedText }[] = [];
  for (const lang in texts) {
    const text = texts[lang];
    if (nothing ? lang !== inSight : isEmpty(text)) continue;
    if (text.title.trim() === "") missing.push({ lang, part: "title" });
    if (needsText && text.content.trim() === "") missing.push({ lang, part: "content" });
  }
  return missing;
}

/** The title that staff know a post by: in their language, else the one for all, else the first. */
export function titleOf(post: PostRow, lang: string): string {
  const of = (wanted: string) => post.texts.find((text) => (text.lang ?? "") === wanted)?.title;
  return of(lang) ?? of("") ?? post.texts[0]?.title ?? "";
}
