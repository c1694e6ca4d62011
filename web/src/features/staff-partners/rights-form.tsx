import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./partners.module.css";
import { type Card, useSetRights } from "./partners.ts";
import { REASON_MAX } from "./rates-form.tsx";

/** Sets what a partner may do: pay and recall, how much on a day, and decide about signups below. */
export function RightsForm({ card }: { card: Card }) {
  const { t } = useTranslation(["partners", "api"]);
  const toast = useToast();
  const [pay, setPay] = useState(card.rights.pay);
  const [approve, setApprove] = useState(card.rights.approve);
  const [dayMax, setDayMax] = useState<number | null>(card.rights.dayMax || null);
  const { mutateAsync: set } = useSetRights();
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) =>
      set({
        memId: card.memId,
        pay,
        approve,
        dayMax: dayMax ?? 0,
        version: card.rights.version,
        reason: reason.trim(),
      }),
    onDone: (outcome) => {
      const asked = outcome === "asked";
      toast({ tone: asked ? "info" : "done", text: asked ? t("api:U035") : t("rightsSet", { memId: card.memId }) });
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <h3>{t("rights")}</h3>
      <Checkbox label={t("pay")} checked={pay} onChange={setPay} />
      {pay && <AmountField label={t("dayMax")} value={dayMax} onChange={setDayMax} />}
      <Checkbox label={t("approve")} checked={approve} onChange={setApprove} />
      <FormField control={form.control} name="reason" label={t("reasonRights")} maxLength={REASON_MAX} />
      <Refusal box error={form.refusal} />
      <Button type="submit" busy={form.busy}>
        {t("setRights")}
      </Button>
    </Form>
  );
}
