import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { CashRequest } from "./queues.ts";

/**
 * Returns a function that warns staff of a withdrawal requested during a break: the open turnover and the forfeited bonus.
 * Empty for other requests.
 */
export function useBreakText(): (cash: CashRequest) => string {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return ({ inBreak, turnoverOpen, forfeited, forfeitedPoints }) => {
    if (!inBreak) return "";
    const points = forfeitedPoints > 0 ? ` + ${t("inBreak.points", { count: forfeitedPoints })}` : "";
    return t("inBreak.text", { turnover: format.money(turnoverOpen), forfeited: format.money(forfeited) + points });
  };
}
