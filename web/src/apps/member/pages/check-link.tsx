import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { drawSearch } from "#features/minigame/search.ts";
import { paths } from "#shared/paths.ts";

/** The way to the page that computes a round again. */
export function CheckLink({ game, no }: { game: string; no: number }) {
  const { t } = useTranslation("minigame");
  return (
    <Link to={paths.minigameFair} search={drawSearch({ game, no })}>
      {t("fair.checkDraw")}
    </Link>
  );
}
