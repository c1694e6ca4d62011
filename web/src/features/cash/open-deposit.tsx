import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./cash.module.css";
import { useRemove } from "./cash.ts";
import { ProgressSteps } from "./progress-steps.tsx";
import { statusOf } from "./status.ts";

/** A deposit that waits for its money to be seen. It changes by itself. */
export function OpenDeposit({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const remove = useRemove();
  const status = statusOf(row);
  return (
    <div className={classes.open}>
      <p className={classes.openHead}>
        <Money amount={row.amount} size="xl" />
        <StatusPill tone={status.tone}>{t(status.text)}</StatusPill>
      </p>
      <ProgressSteps row={row} />
      <p className={classes.note}>
        {t("open.asked", { at: format.dateTime(row.requestedAt), name: row.depositor })} {t("open.deposit")}
      </p>
      <Refusal box error={remove.error} />
      {row.status === 0 && (
        <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate(row.idx)}>
          {t("open.cancelDeposit", { amount: format.money(row.amount) })}
        </Button>
      )}
    </div>
  );
}
