import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import type { Question } from "#shared/ui/use-confirm.tsx";
import type { OpenBet } from "./bets.ts";
import { whyOf } from "./refused.ts";
import classes from "./slip.module.css";

/** Why a bet is not ended for an amount. Reasons without words of their own mean that a market has no odds now. */
function useWhy(): (why: string) => string {
  const { t } = useTranslation("sports");
  return (why) => {
    if (why === "changed") return t("cash.not.changed");
    if (why === "score") return t("gone.score");
    if (why === "ended") return t("open.not.ended");
    return t("cash.not.price");
  };
}

/** The question whether a bet is to be ended for its offer. That it was done is said when the list no longer has it. */
export function useCashOut(): (bet: OpenBet) => Question {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const client = useQueryClient();
  const whyIn = useWhy();
  return ({ betIdx, stake, win, cashOut }) => {
    const amount = cashOut?.amount ?? 0;
    return {
      title: t("cash.ask.title"),
      text: t("cash.ask.text", {
        amount: format.money(amount),
        stake: format.money(stake),
        win: format.money(win),
      }),
      confirm: t("cash.take", { amount: format.money(amount) }),
      keep: t("open.keep"),
      run: async () => {
        try {
          await api.call("/api/bet/sports/cashout", { betIdx, amount });
        } finally {
          await client.invalidateQueries({ queryKey: ["bet"] }); // a refusal comes with another offer
        }
      },
      words: (error) => {
        const why = whyOf(error);
        return why && whyIn(why);
      },
    };
  };
}

interface CashOutProps {
  bet: OpenBet;
  /** The whole stake can still be taken back. */
  free: boolean;
  onTake(): void;
}

/** What an open bet can be ended for now. An offer below the stake is not shown while the stake can be taken back. */
export function CashOut({ bet: { cashOut, stake }, free, onTake }: CashOutProps) {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const whyIn = useWhy();
  if (!cashOut) return null;
  if (cashOut.asked > 0) {
    return (
      <p className={classes.live} role="status">
        {t("cash.waiting", { amount: format.money(cashOut.asked) })}
      </p>
    );
  }
  return (
    <>
      {cashOut.refused !== "" && (
        <p className={classes.about} role="status">
          {t("cash.refused")} {whyIn(cashOut.refused)}
        </p>
      )}
      {cashOut.amount === 0 && <p className={classes.about}>{t("cash.none")}</p>}
      {cashOut.amount > 0 && !(free && cashOut.amount <= stake) && (
        <Button size="sm" variant="quiet" onClick={onTake}>
          {t("cash.take", { amount: format.money(cashOut.amount) })}
        </Button>
      )}
    </>
  );
}
