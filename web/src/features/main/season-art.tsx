import type { Language } from "#shared/i18n/languages.ts";
import { HeroArt } from "./hero-art.tsx";
import { seasonOf } from "./season.ts";

interface SeasonArtProps {
  language: Language;
  /** yyyy-MM-dd */
  day: string;
}

/** The drawing of the hero for the readers of a language on a day. */
export function SeasonArt({ language, day }: SeasonArtProps) {
  return <HeroArt season={seasonOf(language, day)} />;
}
