import { isUploaded } from "#shared/campaign/picture.ts";
import type { Language } from "#shared/i18n/languages.ts";
import { isEmpty, partsOf, sourceOf, type TextKind, type TextValues } from "./text-values.ts";

/** A drawing of the site. */
export const PICTURE = /^\/art\/[\w-]+(\/[\w-]+)*\.(svg|png|webp|jpg)$/;

interface Wrong {
  lang: Language;
  part: "title" | "content" | "image";
  why: "missing" | "image";
}

/** Returns the parts of texts that are missing or wrong. The source must be whole; a language that was begun must be finished. */
export function wrongIn(kind: TextKind, { texts, everyone }: TextValues, spoken: Language[]): Wrong[] {
  const parts = partsOf[kind];
  const source = sourceOf(texts, everyone, spoken);
  const wrong: Wrong[] = [];
  for (const lang of spoken) {
    const text = texts[lang];
    if (lang !== source && isEmpty(text)) continue;
    const image = text.image.trim();
    const pictured = image !== "" || texts[source].image.trim() !== "";
    if (text.title.trim() === "") wrong.push({ lang, part: "title", why: "missing" });
    if (parts.content !== "none" && !(parts.content === "or picture" && pictured) && text.content.trim() === "")
      wrong.push({ lang, part: "content", why: "missing" });
    if (parts.image === "none") continue;
    const needed = parts.image === "needed" && lang === source;
    if (image === "" ? needed : !PICTURE.test(image) && !isUploaded(image))
      wrong.push({ lang, part: "image", why: "image" });
  }
  return wrong;
}
