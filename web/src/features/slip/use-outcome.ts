import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { openBetsQuery, type Placed, slipBetQuery } from "./bets.ts";

const reasons = ["score", "suspended", "inactive", "closed", "off", "changed"] as const;

/** How a bet that was just placed stands: one in play waits until it is accepted or refused. `reason` is why it was refused, in words. */
export function useOutcome({ betId, betStatus }: Placed): { state: "waiting" | "placed" | "refused"; reason: string } {
  const { t } = useTranslation("sports");
  const { language } = useFormat();
  const number = useRef<number>(undefined);
  const waited = betStatus === "WAIT";
  const open = useQuery({ ...openBetsQuery(language), enabled: waited });
  const mine = open.data?.list.find((bet) => bet.betId === betId);
  // The list has the number by which the end of a bet is asked for.
  if (mine) number.current = mine.betIdx;
  const gone = waited && number.current !== undefined && !mine;
  const end = useQuery({ ...slipBetQuery(number.current ?? 0, language), enabled: gone });
  if (!waited || mine?.betStatus === "BET") return { state: "placed", reason: "" };
  const slip = end.data?.slip;
  if (!slip) return { state: "waiting", reason: "" };
  if (slip.betStatus !== "CANCEL") return { state: "placed", reason: "" };
  const reason = reasons.find((one) => one === slip.reason);
  return { state: "refused", reason: t(`gone.${reason ?? "changed"}`) };
}
