import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Forfeit } from "./cash.ts";

/** Names what would be forfeited, cash before points; empty when it is nothing. */
export function useForfeitText(): (forfeit: Forfeit) => string {
  const { t } = useTranslation("cash");
  const format = useFormat();
  return ({ forfeitCash, forfeitPoints }) =>
    [forfeitCash > 0 && format.money(forfeitCash), forfeitPoints > 0 && t("forfeit.points", { count: forfeitPoints })]
      .filter(Boolean)
      .join(" + ");
}
