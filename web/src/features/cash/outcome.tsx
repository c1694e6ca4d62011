import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./cash.module.css";

function keyOf(row: CashRow) {
  if (row.status === 1) return row.cashType === "in" ? "outcome.in.done" : "outcome.out.done";
  if (row.status === -1) return row.cashType === "in" ? "outcome.in.cancelled" : "outcome.out.cancelled";
  return row.cashType === "in" ? "outcome.in.refused" : "outcome.out.refused";
}

/** How the request that this page followed has ended. */
export function Outcome({ row, onDismiss }: { row: CashRow; onDismiss(): void }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const kind = row.status === 1 ? "good" : row.status === -1 ? "calm" : "bad";
  return (
    <div className={`${classes.outcome} ${classes[kind]}`}>
      <Icon name={kind === "good" ? "check" : kind === "bad" ? "warning" : "info"} size={24} />
      <div>
        <p className={classes.outcomeTitle}>{t(keyOf(row), { amount: format.money(row.amount) })}</p>
        {row.memo !== "" && <p className={classes.note}>{t("memo", { memo: row.memo })}</p>}
      </div>
      <Button variant="ghost" size="sm" onClick={onDismiss}>
        {t("outcome.dismiss")}
      </Button>
    </div>
  );
}
