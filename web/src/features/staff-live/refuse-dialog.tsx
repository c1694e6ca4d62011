import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { TextArea } from "#shared/ui/text-area.tsx";
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
  const [memo, setMemo] = useState("");
  const [checked, setChecked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (memo.trim() !== "") onRefuse(memo.trim());
  };
  const values = { memId: row.memId, amount: row.kind === "signup" ? "" : format.money(row.cash.amount) };
  return (
    <Dialog title={t(`refuse.${row.kind}.title`, values)} onClose={onClose}>
      <form className={staff.form} onSubmit={submit} noValidate>
        <TextArea
          label={t("refuse.memo")}
          rows={3}
          maxLength={MEMO_MAX}
          value={memo}
          onChange={setMemo}
          hint={row.kind === "out" ? t("refuse.outHint") : t("refuse.hint")}
          error={checked && memo.trim() === "" ? t("refuse.missing") : undefined}
        />
        <div className={classes.buttons}>
          <Button variant="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="danger">
            {t(`refuse.${row.kind}.confirm`, values)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
