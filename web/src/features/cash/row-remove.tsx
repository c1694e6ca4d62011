import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { isOpen, useRemove } from "./cash.ts";
import { useUndoLeft } from "./undo.ts";

/**
 * The button that removes a request: it cancels it while that is possible, and hides it from the list once it is closed (D-16).
 */
export function RowRemove({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const { mutateAsync: remove } = useRemove();
  const confirm = useConfirm();
  const undo = useUndoLeft(row);
  const open = isOpen(row);
  const possible = !open || (row.cashType === "out" ? undo > 0 : row.status === 0);
  const what = { amount: format.money(row.amount), at: format.dateTime(row.requestedAt) };
  return (
    <>
      {possible && (
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          aria-label={open ? t("row.cancelLabel", what) : t("row.hideLabel", what)}
          onClick={() =>
            confirm.ask({
              title: open ? t("row.cancelTitle", what) : t("row.hideTitle", what),
              text: open ? t("row.cancelText") : t("row.hideText"),
              keep: t("row.keep"),
              confirm: open ? t("row.cancelDo", what) : t("row.hide"),
              run: () => remove(row.idx),
            })
          }
        >
          <Icon name={open ? "close" : "trash"} size={18} />
        </Button>
      )}
      {confirm.dialog}
    </>
  );
}
