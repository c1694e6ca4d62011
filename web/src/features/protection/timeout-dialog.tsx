import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useTimeout } from "./protection.ts";

interface TimeoutDialogProps {
  days: "1" | "7" | "30" | "42";
  onClose(): void;
}

/** Asks again: a timeout cannot be shortened. */
export function TimeoutDialog({ days, onClose }: TimeoutDialogProps) {
  const { t } = useTranslation("protection");
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
      <Refusal error={timeout.error} />
    </ConfirmDialog>
  );
}
