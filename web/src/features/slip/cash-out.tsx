import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type OpenBet, readAccept } from "./bets.ts";
import { CashOutDialog } from "./cash-out-dialog.tsx";
import { valueNow, whyOf } from "./refused.ts";
import classes from "./slip.module.css";
import { ValueChange } from "./value-change.tsx";

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

/** Ends a bet for the amount that was shown, or for its value of now as the member's choice of changes says (D-26). */
function useTake({ betIdx }: OpenBet) {
  const client = useQueryClient();
  const whyIn = useWhy();
  const accept = readAccept(useQuery(limitsQuery).data);
  const take = useMutation({
    mutationFn: (amount: number) => api.call("/api/bet/sports/cashout", { betIdx, amount, accept }),
    onSettled: () => client.invalidateQueries({ queryKey: ["bet"] }), // a refusal comes with another offer
  });
  const now = valueNow(take.error);
  const was = take.variables ?? 0;
  return {
    accept,
    take: take.mutate,
    taken: take.mutateAsync,
    busy: take.isPending,
    forget: take.reset,
    /** The value that was taken and the one that the bet has instead. */
    change: now > 0 ? { was, now } : null,
    refusal: take.error !== null && now === 0 && (
      <Refusal
        error={take.error}
        words={(error) => {
          const why = whyOf(error);
          return why && whyIn(why);
        }}
      />
    ),
  };
}

interface CashOutProps {
  bet: OpenBet;
  /** The whole stake can still be taken back. */
  free: boolean;
}

/** What an open bet can be ended for now. An offer below the stake is not shown while the stake can be taken back. */
export function CashOut({ bet, free }: CashOutProps) {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const whyIn = useWhy();
  const [asking, setAsking] = useState(false);
  const { accept, take, taken, busy, forget, change, refusal } = useTake(bet);
  const { cashOut, stake } = bet;
  if (!cashOut) return null;
  if (cashOut.asked > 0) {
    return (
      <p className={classes.live} role="status">
        {t("cash.waiting", { amount: format.money(cashOut.asked) })}
      </p>
    );
  }
  const { amount } = cashOut;
  const was = change?.was ?? (cashOut.refused === "changed" ? cashOut.refusedAmount : 0);
  const changed = was > 0 && amount > 0 && was !== amount;
  return (
    <>
      {changed && !asking && (
        <ValueChange was={was} now={amount}>
          <Button busy={busy} onClick={() => take(amount)}>
            {t("cash.take", { amount: format.money(amount) })}
          </Button>
        </ValueChange>
      )}
      {cashOut.refused !== "" && !changed && (
        <p className={classes.about} role="status">
          {t("cash.refused")} {whyIn(cashOut.refused)}
        </p>
      )}
      {!asking && refusal}
      {amount === 0 && <p className={classes.about}>{t("cash.none")}</p>}
      {amount > 0 && !changed && !(free && amount <= stake) && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            forget();
            setAsking(true);
          }}
        >
          {t("cash.take", { amount: format.money(amount) })}
        </Button>
      )}
      {asking && (
        <CashOutDialog
          bet={bet}
          amount={amount}
          accept={accept}
          change={change}
          busy={busy}
          onTake={(shown) =>
            void taken(shown).then(
              () => setAsking(false),
              () => undefined,
            )
          }
          onClose={() => setAsking(false)}
        >
          {refusal}
        </CashOutDialog>
      )}
    </>
  );
}
