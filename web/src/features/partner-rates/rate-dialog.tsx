import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type RatePart, rateParts, ratesOf, type TypedRates } from "#shared/office/rates.ts";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { RateEditor } from "#shared/ui/office/rate-editor.tsx";
import { rateFault } from "#shared/ui/office/rates.ts";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./rates.module.css";
import { type Child, type Terms, useSetRates } from "./rates.ts";

const REASON_MAX = 200;
/** 100 % in basis points. */
const WHOLE = 10_000;

interface RateDialogProps {
  own: Terms;
  child: Child;
  part: RatePart;
  onClose(): void;
}

/** Sets one part of the rates of a partner directly below, up to the own ones; the other part stays as it is. */
export function RateDialog({ own, child, part, onClose }: RateDialogProps) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const toast = useToast();
  const [rates, setRates] = useState<TypedRates>(child.rates);
  const [from, setFrom] = useState<number | null>(child.insuredFrom || null);
  const [share, setShare] = useState<number | null>(child.insuredPart);
  const { mutateAsync: set } = useSetRates();
  const form = useAppForm<{ reason: string }, unknown>({
    defaultValues: { reason: "" },
    onSubmit: ({ reason }) => {
      const typed = ratesOf(rates);
      if (!typed || share === null) return;
      return set({
        memId: child.memId,
        rates: typed,
        insuredFrom: from ?? 0,
        insuredPart: share,
        reason: reason.trim(),
      });
    },
    onDone: () => {
      toast({ tone: "done", text: t("ratesSet", { memId: child.memId }) });
      onClose();
    },
  });
  const lines = rateParts[part].map((key) => ({
    key,
    label: t(`rate.${key}`),
    value: rates[key],
    ceiling: own.rates[key],
    floor: 0,
  }));
  const insured = { key: "insuredPart", label: t("insuredPart"), value: share, ceiling: WHOLE, floor: 0 };
  const locked = child.lockedUntil ? { locked: t("lockedText", { until: format.dateTime(child.lockedUntil) }) } : {};
  const wrong = [...lines, insured].some((line) => rateFault(line.value, line) !== undefined);
  return (
    <Dialog title={t("setOf", { memId: child.memId })} onClose={onClose} wide>
      <Form form={form} className={classes.form}>
        <RateEditor
          legend={t("rates")}
          rates={lines}
          {...locked}
          onChange={(key, value) => setRates((all) => ({ ...all, [key]: value }))}
        />
        <RateEditor legend={t("insured")} rates={[insured]} {...locked} onChange={(_, value) => setShare(value)} />
        <AmountField label={t("insuredFrom")} hint={t("insuredHint")} value={from} onChange={setFrom} />
        <FormField control={form.control} name="reason" label={t("reason")} maxLength={REASON_MAX} />
        <Refusal box error={form.refusal} />
        <Button type="submit" busy={form.busy} disabled={wrong || child.lockedUntil !== null}>
          {t("set")}
        </Button>
      </Form>
    </Dialog>
  );
}
