import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./slip.module.css";
import { legId } from "./slip.ts";
import { useLegWords } from "./use-legs.ts";
import { useOutcome } from "./use-outcome.ts";
import type { Receipt } from "./use-slip.ts";

interface ReceiptsProps {
  receipts: readonly Receipt[];
  onSeen(): void;
}

/** The bets of a moment ago: number, stake and possible payout; a live bet until it is accepted or refused. */
export function Receipts({ receipts, onSeen }: ReceiptsProps) {
  const { t } = useTranslation("sports");
  return (
    <section className={classes.receipts} aria-label={t("placed.title")}>
      {receipts.map((receipt) => (
        <OneReceipt key={receipt.placed.betId} receipt={receipt} />
      ))}
      <Button variant="quiet" wide onClick={onSeen}>
        {t("placed.next")}
      </Button>
    </section>
  );
}

const icons = { waiting: "history", placed: "check", refused: "warning" } as const;

function OneReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("sports");
  const format = useFormat();
  const legIn = useLegWords();
  const { state, reason } = useOutcome(receipt.placed);
  const { betId, stake, win } = receipt.placed;
  return (
    <div className={classes.receipt} data-state={state}>
      <p className={classes.receiptHead} role="status">
        <Icon name={icons[state]} />
        <strong>{t(`placed.${state}`)}</strong>
      </p>
      <ul>
        {receipt.legs.map((leg) => {
          const { pick, match } = legIn(leg, undefined);
          return (
            <li key={legId(leg.selection)}>
              <strong>{pick}</strong> <span className={classes.about}>{match}</span>
            </li>
          );
        })}
      </ul>
      {state === "refused" ? (
        <p>
          {reason} {t("placed.back", { amount: format.money(stake) })}
        </p>
      ) : (
        <p>
          {state === "waiting" && `${t("placed.waitingText", { amount: format.money(stake) })} `}
          {t("placed.pays", { stake: format.money(stake), win: format.money(win) })}
        </p>
      )}
      <p className={classes.number}>
        {t("placed.number")} {betId}
      </p>
    </div>
  );
}
