import { useState } from "react";
import { useTranslation } from "react-i18next";
import { rateKeys, ratesOf, type TypedRates } from "#shared/office/rates.ts";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { RateEditor } from "#shared/ui/office/rate-editor.tsx";
import { rateFault } from "#shared/ui/office/rates.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { Before, useRateChanges } from "./changes.tsx";
import classes from "./partners.module.css";
import { type Card, useSetRates } from "./partners.ts";

export const REASON_MAX = 200;
/** 100 % in basis points. */
const WHOLE = 10_000;

/** Sets the rates of a partner, whatever the lock of a day says, with a reason. */
export function RatesForm({ card }: { card: Card }) {
  const { t } = useTranslation("partners");
  const [rates, setRates] = useState<TypedRates>(card.current.rates);
  const [from, setFrom] = useState<number | null>(card.current.insuredFrom || null);
  const [share, setShare] = useState<number | null>(card.current.insuredPart);
  const { mutateAsync: set } = useSetRates();
  const confirm = useConfirm();
  const said = useSaid();
  const changesOf = useRateChanges();
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() === "" && t("reasonMissing") }),
    onSubmit: ({ reason }) => {
      const typed = ratesOf(rates);
      if (!typed || share === null) return;
      const { memId } = card;
      const next = { rates: typed, insuredFrom: from ?? 0, insuredPart: share };
      confirm.ask({
        title: t("ratesAsk", { memId }),
        text: t("ratesAskText"),
        more: (
          <>
            <Before facts={changesOf(card.current, next)} />
            <WhoDecides act="partner.rates" />
          </>
        ),
        confirm: t("setRates"),
        run: async () => said(await set({ memId, ...next, reason: reason.trim() }), t("ratesSet", { memId })),
      });
    },
  });
  const lines = rateKeys.map((key) => ({
    key,
    label: t(`rate.${key}`),
    value: rates[key],
    ceiling: card.above ? card.above.rates[key] : WHOLE,
    floor: 0,
  }));
  const insured = { key: "insuredPart", label: t("insuredPart"), value: share, ceiling: WHOLE, floor: 0 };
  const wrong = [...lines, insured].some((line) => rateFault(line.value, line) !== undefined);
  return (
    <>
      <Form form={form} className={classes.form}>
        <RateEditor
          legend={t("rates")}
          rates={lines}
          onChange={(key, value) => setRates((all) => ({ ...all, [key]: value }))}
        />
        <RateEditor legend={t("insured")} rates={[insured]} onChange={(_, value) => setShare(value)} />
        <AmountField label={t("insuredFrom")} value={from} onChange={setFrom} />
        <FormField control={form.control} name="reason" label={t("reasonRates")} maxLength={REASON_MAX} />
        <Button type="submit" busy={form.busy} disabled={wrong}>
          {t("setRates")}
        </Button>
      </Form>
      {confirm.dialog}
    </>
  );
}
