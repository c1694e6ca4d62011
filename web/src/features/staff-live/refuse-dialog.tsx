import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormTextArea } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import classes from "./live.module.css";
import type { QueueRow } from "./queues.ts";

const MEMO_MAX = 300;

interface RefuseDialogProps {
  row: QueueRow;
  onRefuse(memo: string): void;
  onClose(): void;
}

/** A refusal has a reason, which the member reads (S-23). */
export function RefuseDialog({ row, onRefuse, onClose }: RefuseDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const format = useFormat();
  const form = useAppForm({
    defaultValues: { memo: "" },
    check: ({ memo }) => ({ memo: memo.trim() === "" && t("refuse.missing") }),
    onSubmit: ({ memo }) => onRefuse(memo.trim()),
  });
  const values = { memId: row.memId, amount: row.kind === "signup" ? "" : format.money(row.cash.amount) };
  return (
    <Dialog title={t(`refuse.${row.kind}.title`, values)} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <FormTextArea
          control={form.control}
          name="memo"
          label={t("refuse.memo")}
          rows={3}
          maxLength={MEMO_MAX}
          hint={row.kind === "out" ? t("refuse.outHint") : t("refuse.hint")}
        />
        <div className={classes.buttons}>
          <Button variant="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="danger">
            {t(`refuse.${row.kind}.confirm`, values)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
