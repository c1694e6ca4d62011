import type { Language } from "./languages.ts";

/**
 * Faces by script. Latin and Vietnamese come with the page (tokens.css). Korean and Thai are fetched with their language; the
 * browser then takes only the slices whose characters appear. Chinese and Japanese stay with the system's own face: their
 * slices for one page of ours weigh more than the page, and every device that reads them has a good one.
 */
export async function loadFonts(language: Language): Promise<void> {
  if (language === "ko") await import("pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css");
  if (language === "th") await import("../ui/fonts/thai.css");
}
