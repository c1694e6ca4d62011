import { useTranslation } from "react-i18next";

/** Returns the name of a round's game: the Korean one in Korean, else the English one, else its code. */
export function useGameName(): (round: { gameCode: string; name_KOR: string; name_ENG: string }) => string {
  const { i18n } = useTranslation();
  return ({ gameCode, name_KOR: korean, name_ENG: english }) => (i18n.language === "ko" ? korean : english) || gameCode;
}
