import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Approval } from "./approvals.ts";

/** Returns the texts of a request: its amount without a sign, and the effect of its approval as a sentence. */
export function useEffectText(): (request: Approval) => { amount: string; effect: string } {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return ({ kind, unit, amount: signed, memId }) => {
    const size = Math.abs(signed);
    const amount = unit === "point" ? `${format.number(size)} P` : format.money(size);
    const way = kind === "payout" ? "payout" : signed < 0 ? "take" : "give";
    return { amount, effect: t(`approval.effect.${way}`, { amount, memId }) };
  };
}
