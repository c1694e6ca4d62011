import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { Fault, Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./money.module.css";
import { type Payout, REASON_MAX, useAcceptPayout, useRefusePayout } from "./sends.ts";

interface PayoutDialogProps {
  payout: Payout;
  /** The partner accepts; else it declines. */
  accepts: boolean;
  /** The rest of the limit of today; undefined while it is not known. */
  left: number | undefined;
  onClose(): void;
}

/** Says what an answer does before it is given: the amount becomes PT, or returns to the member. */
export function PayoutDialog({ payout, accepts, left, onClose }: PayoutDialogProps) {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const toast = useToast();
  const { mutateAsync: accept } = useAcceptPayout();
  const { mutateAsync: refuse } = useRefusePayout();
  const amount = format.money(payout.amount);
  const over = accepts && left !== undefined && payout.amount > left;
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: !accepts && reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) => {
      const { id, memId, requestedAt } = payout;
      const shown = { id, memId, amount: payout.amount, requestedAt };
      return accepts ? accept(shown) : refuse({ ...shown, reason: reason.trim() });
    },
    onDone: () => {
      toast({ tone: "done", text: t(accepts ? "payoutAccepted" : "payoutRefused", { amount, memId: payout.memId }) });
      onClose();
    },
  });
  return (
    <Dialog title={t(accepts ? "payoutAcceptTitle" : "payoutRefuseTitle")} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <p className={classes.dim}>{t(accepts ? "payoutAcceptText" : "payoutRefuseText")}</p>
        <AmountLine label={t("account")}>
          <strong>{payout.memId}</strong>
        </AmountLine>
        <AmountLine label={t("amount")}>
          <Money amount={payout.amount} size="lg" />
        </AmountLine>
        {!accepts && <FormField control={form.control} name="reason" label={t("reason")} maxLength={REASON_MAX} />}
        {over && <Fault>{t("tooMuch", { most: format.money(left) })}</Fault>}
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={accepts ? "primary" : "danger"} busy={form.busy} disabled={over}>
          {t(accepts ? "payoutAcceptConfirm" : "payoutRefuseConfirm", { amount })}
        </Button>
      </Form>
    </Dialog>
  );
}
