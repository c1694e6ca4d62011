import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { type OpenBet, slipBetQuery } from "./bets.ts";

/** Says of a bet that was settled while the page is open what it paid. A loss is simply over: the list no longer has it. */
export function useSettled(list: readonly OpenBet[] | undefined): void {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const before = useRef<readonly OpenBet[]>([]);
  const latest = useRef({ t, format, toast });
  latest.current = { t, format, toast };
  useEffect(() => {
    if (!list) return;
    const gone = before.current.filter(
      (bet) => bet.betStatus === "BET" && list.every(({ betId }) => betId !== bet.betId),
    );
    before.current = list;
    for (const { betIdx, stake } of gone)
      client
        .fetchQuery(slipBetQuery(betIdx, latest.current.format.language))
        .then(({ slip, betWinAmt }) => {
          const { t, format, toast } = latest.current;
          if (slip?.state === "won") toast({ tone: "done", text: t("won", { amount: format.money(betWinAmt) }) });
          if (slip?.state === "cashed") toast({ tone: "done", text: t("cashed", { amount: format.money(betWinAmt) }) });
          if (slip?.state === "void") toast({ tone: "info", text: t("returned", { amount: format.money(stake) }) });
        })
        .catch(() => undefined); // the history says it, too
  }, [list, client]);
}
