import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./cash.module.css";
import { isOpen, useRemove } from "./cash.ts";
import { useUndoLeft } from "./undo.ts";

/** What a member can do with a row: cancel it while that is possible, take it off the list when it is closed (D-16). */
export function RowRemove({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const faultText = useFaultText();
  const remove = useRemove();
  const undo = useUndoLeft(row);
  const [asking, setAsking] = useState(false);
  const open = isOpen(row);
  const possible = !open || (row.cashType === "in" ? row.status === 0 : undo > 0);
  const what = { amount: format.money(row.amount), at: format.dateTime(row.requestedAt) };
  return (
    <span className={classes.rowAction}>
      {possible && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={open ? t("row.cancelLabel", what) : t("row.hideLabel", what)}
          onClick={() => setAsking(true)}
        >
          <Icon name={open ? "close" : "trash"} size={18} />
        </Button>
      )}
      {remove.error && (
        <span role="alert" className={classes.rowFault}>
          {faultText(remove.error)}
        </span>
      )}
      {asking && (
        <ConfirmDialog
          title={open ? t("row.cancelTitle", what) : t("row.hideTitle", what)}
          keep={t("row.keep")}
          confirm={open ? t("row.cancelDo", what) : t("row.hide")}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(row.idx, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{open ? t("row.cancelText") : t("row.hideText")}</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
