import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./money.module.css";
import { REASON_MAX, type Send, useReverse } from "./sends.ts";

/** Reverses a payment or a recall by an entry of its own, with a reason. */
export function ReverseDialog({ send, onClose }: { send: Send; onClose(): void }) {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync: reverse } = useReverse();
  const amount = format.money(send.amount);
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) => reverse({ id: send.id, reason: reason.trim() }),
    onDone: () => {
      toast({ tone: "done", text: t("reverseDone", { amount, memId: send.memId }) });
      onClose();
    },
  });
  return (
    <Dialog title={t("reverseTitle")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t("reverseText")}</p>
        <AmountLine label={t(send.kind === "pay" ? "kind.pay" : "kind.recall")}>{send.memId}</AmountLine>
        <AmountLine label={t("amount")}>
          <Money amount={send.amount} size="lg" />
        </AmountLine>
        <FormField control={form.control} name="reason" label={t("reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t("reverseConfirm", { amount })}
        </Button>
      </Form>
    </Dialog>
  );
}
