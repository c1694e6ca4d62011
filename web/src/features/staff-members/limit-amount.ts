import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";

const HOUR = 60;

/** Returns a function that formats the value of a limit: an amount of money, or hours and minutes for the session limit. */
export function useLimitAmount(): (kind: string, amount: number) => string {
  const { t } = useTranslation("protection");
  const format = useFormat();
  return (kind, amount) => {
    if (kind !== "session") return format.money(amount);
    const [hours, minutes] = [Math.floor(amount / HOUR), amount % HOUR];
    return hours > 0 ? t("time.hours", { hours, minutes }) : t("time.minutes", { minutes });
  };
}

/** Returns a function that names a limit: "Losses, 7 days". */
export function useLimitName(): (kind: string, days: number) => string {
  const { t } = useTranslation("protection");
  return (kind, days) => {
    const names: Record<string, string> = {
      deposit: t("kind.deposit"),
      loss: t("kind.loss"),
      wager: t("kind.wager"),
      session: t("kind.session"),
    };
    const lengths: Record<number, string> = { 1: t("window.1"), 7: t("window.7"), 30: t("window.30") };
    return [names[kind], lengths[days]].filter(Boolean).join(", ");
  };
}
