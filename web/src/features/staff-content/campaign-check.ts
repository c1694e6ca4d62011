import { isUploaded } from "#shared/campaign/picture.ts";
import type { Language } from "#shared/i18n/languages.ts";
import { type EditedText, isEmpty, sourceOf } from "./campaign-text.ts";
import type { ScheduledKind } from "./content.ts";

/** A drawing of the site. */
export const PICTURE = /^\/art\/[\w-]+(\/[\w-]+)*\.(svg|png|webp|jpg)$/;

interface Wrong {
  lang: Language;
  part: "title" | "content" | "image";
  why: "missing" | "image";
}

/** Returns the parts of a campaign's texts that are missing or wrong. The source must be whole; a language that was begun must be finished. */
export function wrongIn(
  kind: ScheduledKind,
  texts: Record<Language, EditedText>,
  everyone: boolean,
  spoken: Language[],
): Wrong[] {
  const source = sourceOf(texts, everyone, spoken);
  const wrong: Wrong[] = [];
  for (const lang of spoken) {
    const text = texts[lang];
    if (lang !== source && isEmpty(text)) continue;
    const image = text.image.trim();
    const pictured = image !== "" || texts[source].image.trim() !== "";
    if (text.title.trim() === "") wrong.push({ lang, part: "title", why: "missing" });
    if (kind === "popups" && !pictured && text.content.trim() === "")
      wrong.push({ lang, part: "content", why: "missing" });
    const needed = kind === "banners" && lang === source;
    if (image === "" ? needed : !PICTURE.test(image) && !isUploaded(image))
      wrong.push({ lang, part: "image", why: "image" });
  }
  return wrong;
}
