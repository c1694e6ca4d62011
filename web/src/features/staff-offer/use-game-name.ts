import { useTranslation } from "react-i18next";

/** Returns the name of a game in the language of the page: the Korean one, or the English one for all others. */
export function useGameName(): (game: { name_KOR: string; name_ENG: string }) => string {
  const { i18n } = useTranslation();
  return (game) => (i18n.language === "ko" ? game.name_KOR : game.name_ENG);
}
