import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import classes from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: ReactNode;
  /** The verb with its object; an amount stands here again: "Withdraw ₩50,000". */
  confirm: ReactNode;
  /** The label of the other button where "cancel" could be misread. */
  keep?: ReactNode;
  tone?: "primary" | "danger";
  busy?: boolean;
  /** For those who decide by keyboard all day: Enter confirms at once. A key that is held down does not. */
  enterConfirms?: boolean;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks again before something that counts. */
export function ConfirmDialog({
  title,
  confirm,
  keep,
  tone = "primary",
  busy = false,
  enterConfirms = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={classes.body}>
        {children}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps a held key from pressing a button */}
        <div className={classes.buttons} onKeyDown={(event) => event.repeat && event.preventDefault()}>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {keep ?? t("cancel")}
          </Button>
          <Button variant={tone} busy={busy} onClick={onConfirm} {...(enterConfirms ? { autoFocus: true } : {})}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
