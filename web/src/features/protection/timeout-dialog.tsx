import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./protection.module.css";
import { useTimeout } from "./protection.ts";

interface TimeoutDialogProps {
  days: "1" | "7" | "30" | "42";
  onClose(): void;
}

/** Asks once more: a timeout cannot be shortened. */
export function TimeoutDialog({ days, onClose }: TimeoutDialogProps) {
  const { t } = useTranslation("protection");
  const faultText = useFaultText();
  const toast = useToast();
  const timeout = useTimeout();
  return (
    <ConfirmDialog
      title={t("timeout.title")}
      confirm={t("timeout.confirm", { time: t(`timeout.${days}`) })}
      busy={timeout.isPending}
      onClose={onClose}
      onConfirm={() =>
        timeout.mutate(Number(days), {
          onSuccess: () => {
            toast({ tone: "done", text: t("timeout.done") });
            onClose();
          },
        })
      }
    >
      <p>{t("timeout.sure", { time: t(`timeout.${days}`) })}</p>
      {timeout.error && (
        <p role="alert" className={classes.fault}>
          {faultText(timeout.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}
