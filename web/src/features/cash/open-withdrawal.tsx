import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useBankName } from "#shared/banks.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./cash.module.css";
import { useRemove } from "./cash.ts";
import { ProgressSteps } from "./progress-steps.tsx";
import { statusOf } from "./status.ts";
import { useUndoLeft } from "./undo.ts";

/** The one minute in which a withdrawal can be taken back: said once, counted quietly. */
function Undo({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const remove = useRemove();
  const left = useUndoLeft(row);
  const through = row.cashType === "through";
  if (through ? row.status !== 0 : left === 0) return <Refusal box error={remove.error} />;
  const whole = Date.parse(row.undoUntil ?? row.requestedAt) - Date.parse(row.requestedAt);
  const part: CSSProperties & Record<"--part", number> = { "--part": left / whole };
  return (
    <div className={classes.undo}>
      <p className={classes.note}>
        {t("undo.text")}{" "}
        {!through && <span className={classes.seconds}>{t("undo.left", { seconds: Math.ceil(left / 1_000) })}</span>}
      </p>
      {!through && (
        <span className={classes.undoBar} aria-hidden="true">
          <span style={part} />
        </span>
      )}
      <Refusal box error={remove.error} />
      <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate(row.idx)}>
        {t("undo.button", { amount: format.money(row.amount) })}
      </Button>
    </div>
  );
}

/** A withdrawal whose amount is held until it is paid. It changes by itself. */
export function OpenWithdrawal({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const bankName = useBankName();
  const status = statusOf(row);
  return (
    <div className={classes.open}>
      <p className={classes.openHead}>
        <Money amount={row.amount} size="xl" />
        <StatusPill tone={status.tone}>{t(status.text)}</StatusPill>
      </p>
      <ProgressSteps row={row} />
      <p className={classes.note}>
        {row.cashType === "through"
          ? t("through.held", { amount: format.money(row.amount) })
          : t("open.held", {
              amount: format.money(row.amount),
              bank: bankName(row.bank),
              account: row.accountMasked,
            })}{" "}
        {t("open.askedAt", { at: format.dateTime(row.requestedAt) })}
      </p>
      <Undo key={row.idx} row={row} />
    </div>
  );
}
