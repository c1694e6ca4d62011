import { useTranslation } from "react-i18next";
import type { Protection } from "./protection.ts";
import { findLimit, type Kind, windows } from "./rules.ts";
import { useAmount } from "./use-amount.ts";

/** The limits of one kind in one line: the amount of each window that has a limit, or that the member set no limit. */
export function LimitLine({ kind, state }: { kind: Kind; state: Protection }) {
  const { t } = useTranslation("protection");
  const amount = useAmount();
  const set = windows.flatMap((days) => {
    const limit = findLimit(state, kind, days);
    return limit ? [`${t(`window.${days}`)}: ${amount(kind, limit.amount)}`] : [];
  });
  return set.length === 0 ? t("limits.none") : <strong>{set.join(" · ")}</strong>;
}
