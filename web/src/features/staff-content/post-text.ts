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

/** The texts of a post by their language, as staff edits them. */
export function toTexts(post: PostRow | undefined): Record<string, EditedText> {
  return Object.fromEntries(
    (post?.texts ?? []).map(({ lang = "", title, content = "" }) => [lang, { title, content: toEdited(content) }]),
  );
}

/** Returns the texts to send: those of each language that is not empty. */
export function fromTexts(texts: Record<string, EditedText>): PostRow["texts"] {
  return Object.entries(texts)
    .filter(([, text]) => !isEmpty(text))
    .map(([lang, { title, content }]) => ({ lang, title: title.trim(), content: fromEdited(content) }));
}

/** The first language whose text lacks its title or, where the board wants one, its content; undefined when none does. */
export function incomplete(texts: Record<string, EditedText>, needsText: boolean): string | undefined {
  return Object.entries(texts).find(
    ([, text]) => !isEmpty(text) && (text.title.trim() === "" || (needsText && text.content.trim() === "")),
  )?.[0];
}

/** The title that staff know a post by: in their language, else the one for all, else the first. */
export function titleOf(post: PostRow, lang: string): string {
  const of = (wanted: string) => post.texts.find((text) => (text.lang ?? "") === wanted)?.title;
  return of(lang) ?? of("") ?? post.texts[0]?.title ?? "";
}
