import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { hoursAndMinutes } from "./rules.ts";

/** Minutes in words: "2 h 30 min". */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation("protection");
  return useCallback(
    (total: number) => {
      const { hours, minutes } = hoursAndMinutes(total);
      return hours > 0 ? t("time.hours", { hours, minutes }) : t("time.minutes", { minutes });
    },
    [t],
  );
}

/** Returns a function that formats the value of a limit: an amount of money, or a duration for the session limit. */
export function useAmount(): (kind: string, amount: number) => string {
  const format = useFormat();
  const duration = useDuration();
  return useCallback(
    (kind, amount) => (kind === "session" ? duration(amount) : format.money(amount)),
    [format, duration],
  );
}
