import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import classes from "./board.module.css";
import { type Thing, useDelete } from "./board.ts";
import { ReportDialog } from "./report-dialog.tsx";

interface TalkActionsProps {
  thing: Thing;
  mine: boolean;
  /** The reader has reported it. */
  reported: boolean;
  onChange(): void;
  onDeleted?: (() => void) | undefined;
}

/** The reader's own post or comment can be changed and deleted, that of another member reported. */
export function TalkActions({ thing, mine, reported, onChange, onDeleted }: TalkActionsProps) {
  const { t } = useTranslation("board");
  const remove = useDelete(thing);
  const { ask, dialog } = useConfirm();
  const [reporting, setReporting] = useState(false);
  const { kind } = thing;
  if (!mine) {
    return (
      <div className={classes.actions}>
        {reported ? (
          <span className={classes.reported}>{t("report.sent")}</span>
        ) : (
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setReporting(true)}>
            {t("report")}
          </Button>
        )}
        {reporting && <ReportDialog thing={thing} onClose={() => setReporting(false)} />}
      </div>
    );
  }
  const confirmDelete = () =>
    ask({
      title: t(`delete.${kind}.title`),
      text: t(`delete.${kind}.text`),
      confirm: t(`delete.${kind}.confirm`),
      tone: "danger",
      done: t(`delete.${kind}.done`),
      run: async () => {
        await remove.mutateAsync();
        onDeleted?.();
      },
    });
  return (
    <div className={classes.actions}>
      <Button variant="ghost" size="sm" onClick={onChange}>
        {t("change")}
      </Button>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={confirmDelete}>
        {t("delete")}
      </Button>
      {dialog}
    </div>
  );
}
