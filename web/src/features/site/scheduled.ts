import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { makeFormat, useFormat } from "#shared/i18n/format.tsx";
import { siteCheckQuery } from "#shared/site.ts";

export type MaintenanceWindow = Res<"/api/common/siteCheckInfo">["windows"][number];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The moment by the server's clock, each second: the clock of a device may be wrong by hours. */
export function useServerNow(): number {
  const ahead = useQuery(siteCheckQuery).data?.aheadMs ?? 0;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now + ahead;
}

/** The rest of a time in whole days and HH:MM:SS; never less than nothing. */
export function leftOf(ms: number): { days: number; clock: string } {
  const left = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return {
    days: Math.floor(left / DAY_MS),
    clock: [(left % DAY_MS) / HOUR_MS, (left % HOUR_MS) / MINUTE_MS, (left % MINUTE_MS) / SECOND_MS].map(two).join(":"),
  };
}

/** Returns how times are written by the site's clock and, where it differs, by the member's own. */
export function useTimes(): (iso: string, until?: string) => { site: string; own: string | null } {
  const format = useFormat();
  const own = useMemo(
    () =>
      makeFormat(format.language, {
        currency: format.currency,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    [format],
  );
  return (iso, until) => {
    const write = ({ date, dateTime, time }: typeof format) => {
      if (until === undefined) return dateTime(iso);
      return `${dateTime(iso)} – ${date(iso) === date(until) ? time(until) : dateTime(until)}`;
    };
    const [site, mine] = [write(format), write(own)];
    return { site, own: mine === site ? null : mine };
  };
}

const parts = ["site", "signup", "login", "betting", "deposit", "withdrawal", "points"] as const;

/** Returns what members call the part of the site that a window is of. */
export function usePartName(): (window: MaintenanceWindow) => string {
  const { t, i18n } = useTranslation("maintenance");
  return ({ name, name_KOR, name_ENG }) => {
    const part = parts.find((one) => one === name);
    if (part) return t(`part.${part}`);
    return (i18n.language === "ko" ? name_KOR : name_ENG) || t("part.games");
  };
}
