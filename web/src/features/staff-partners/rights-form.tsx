import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { Before, useRightChanges } from "./changes.tsx";
import classes from "./partners.module.css";
import { type Card, useSetRights } from "./partners.ts";
import { REASON_MAX } from "./rates-form.tsx";

/** Sets what a partner may do: pay and recall, how much on a day, and decide about signups below. */
export function RightsForm({ card }: { card: Card }) {
  const { t } = useTranslation("partners");
  const [pay, setPay] = useState(card.rights.pay);
  const [approve, setApprove] = useState(card.rights.approve);
  const [dayMax, setDayMax] = useState<number | null>(card.rights.dayMax || null);
  const { mutateAsync: set } = useSetRights();
  const confirm = useConfirm();
  const said = useSaid();
  const changesOf = useRightChanges();
  const { memId } = card;
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) => {
      const next = { pay, approve, dayMax: dayMax ?? 0 };
      const { version } = card.rights;
      confirm.ask({
        title: t("rightsAsk", { memId }),
        text: t("rightsAskText"),
        more: (
          <>
            <Before facts={changesOf(card.rights, next)} />
            <WhoDecides act="partner.rights" />
          </>
        ),
        confirm: t("setRights"),
        run: async () => said(await set({ memId, ...next, version, reason: reason.trim() }), t("rightsSet", { memId })),
      });
    },
  });
  return (
    <>
      <Form form={form} className={classes.form}>
        <h3>{t("rights")}</h3>
        <Checkbox label={t("pay")} checked={pay} onChange={setPay} />
        {pay && <AmountField label={t("dayMax")} value={dayMax} onChange={setDayMax} />}
        <Checkbox label={t("approve")} checked={approve} onChange={setApprove} />
        <FormField control={form.control} name="reason" label={t("reasonRights")} maxLength={REASON_MAX} />
        <Button type="submit" busy={form.busy}>
          {t("setRights")}
        </Button>
      </Form>
      {confirm.dialog}
    </>
  );
}
