import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRequestId } from "#shared/staff/request-id.ts";
import staff from "#shared/staff/staff.module.css";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { AmountLine } from "#shared/ui/amount-line.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount, FormChoice, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { type Card, useMovePT } from "./partners.ts";
import { REASON_MAX } from "./rates-form.tsx";

interface Values {
  way: "credit" | "debit";
  amount: number | null;
  reason: string;
}

/** Gives PT to a head office, or takes it, by an entry of its own. The button repeats the amount. */
export function PTDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const { t } = useTranslation(["partners", "admin"]);
  const format = useFormat();
  const said = useSaid();
  const { mutateAsync: move } = useMovePT();
  const requestId = useRequestId();
  const { memId, pt } = card;
  const form = useAppForm<Values, "done" | "asked">({
    defaultValues: { way: "credit", amount: null, reason: "" },
    check: ({ way, amount, reason }) => ({
      amount: amount ? way === "debit" && amount > pt && t("ptTooMuch") : t("admin:required"),
      reason: reason.trim() === "" && t("reasonMissing"),
    }),
    onSubmit: ({ way, amount, reason }) => {
      const body = { memId, amount: amount ?? 0, reason: reason.trim() };
      return move({ way, requestId: requestId({ way, ...body }), ...body });
    },
    onDone: (state) => {
      said(state, t("ptDone", { memId }));
      onClose();
    },
    fieldOf: (code) => (["C009", "C001"].includes(code) ? "amount" : null),
  });
  const { control } = form;
  const [way, amount] = useWatch({ control, name: ["way", "amount"] });
  return (
    <Dialog title={t("ptTitle", { memId })} onClose={onClose}>
      <Form form={form} className={staff.form}>
        <p className={staff.dim}>{t("ptText")}</p>
        <WhoDecides act="partner.correct" />
        <AmountLine label={t("pt")}>
          <Money amount={pt} />
        </AmountLine>
        <FormChoice
          control={control}
          name="way"
          label={t("ptWay")}
          options={[
            { value: "credit", label: t("ptCredit") },
            { value: "debit", label: t("ptDebit") },
          ]}
        />
        <FormAmount control={control} name="amount" label={t("ptAmount")} />
        <FormField control={control} name="reason" label={t("ptReason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" variant={way === "debit" ? "danger" : "primary"} busy={form.busy}>
          {t(way === "debit" ? "ptSubmitDebit" : "ptSubmitCredit", { amount: format.money(amount ?? 0) })}
        </Button>
      </Form>
    </Dialog>
  );
}
