import { useState } from "react";
import { useTranslation } from "react-i18next";
import { basisPoints, percentText } from "#shared/staff/percent.ts";
import type { PromoChange } from "#shared/staff/promo/change.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Form, FormAmount, FormCheckbox, FormField, FormSelect } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import own from "./promos.module.css";
import type { BonusSetting } from "./promos.ts";
import { ReviewDialog } from "./review-dialog.tsx";

interface BonusDialogProps {
  row: BonusSetting;
  secondPerson: boolean;
  onClose(): void;
}

interface Values {
  active: boolean;
  unit: string;
  /** By level, in percent, as they are typed. */
  rates: string[];
  cap: number | null;
  minDeposit: number | null;
  turnover: string;
}

/** A rule of bonuses: what it gives at each level, at most, from which deposit on, and what must be played for it. */
export function BonusDialog({ row, secondPerson, onClose }: BonusDialogProps) {
  const { t } = useTranslation("admin");
  const ruleName = useRuleName();
  const [change, setChange] = useState<PromoChange | null>(null);
  const form = useAppForm<Values>({
    defaultValues: {
      active: row.active,
      unit: row.unit,
      rates: row.rates.map(percentText),
      cap: row.cap,
      minDeposit: row.minDeposit,
      turnover: percentText(row.turnover),
    },
    check: ({ rates, cap, turnover }) => {
      const wrong = (percent: string) => basisPoints(percent) === null && t("promos.percentWrong");
      const faults: Faults<Values> = { cap: !cap && t("required"), turnover: wrong(turnover) };
      for (const [index, rate] of rates.entries()) faults[`rates.${index}`] = wrong(rate);
      return faults;
    },
    onSubmit: ({ active, unit, rates, cap, minDeposit, turnover }) => {
      const { rule, version, ...before } = row;
      setChange({
        name: rule,
        version,
        before: { bonus: before },
        after: {
          bonus: {
            active,
            unit,
            rates: rates.map((rate) => basisPoints(rate) ?? 0),
            cap: cap ?? 0,
            minDeposit: minDeposit ?? 0,
            turnover: basisPoints(turnover) ?? 0,
          },
        },
      });
    },
  });
  const { control } = form;
  if (change) {
    return (
      <ReviewDialog change={change} secondPerson={secondPerson} onSaved={onClose} onClose={() => setChange(null)} />
    );
  }
  return (
    <Dialog wide title={ruleName(row.rule)} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <FormCheckbox control={control} name="active" label={t("promos.active")} />
        <fieldset className={own.group}>
          <legend>{t("bonus.rates")}</legend>
          <p className={classes.dim}>{t("bonus.ratesHint")}</p>
          <div className={own.levels}>
            {row.rates.map((_, index) => (
              <FormField
                key={index}
                control={control}
                name={`rates.${index}`}
                label={t("level.name", { level: index + 1 })}
                inputMode="numeric"
              />
            ))}
          </div>
        </fieldset>
        <div className={classes.pair}>
          <FormSelect
            control={control}
            name="unit"
            label={t("promos.unit")}
            options={(["point", "cash"] as const).map((value) => ({ value, label: t(`promos.unit.${value}`) }))}
          />
          <FormAmount control={control} name="cap" label={t("bonus.cap")} />
        </div>
        <div className={classes.pair}>
          <FormAmount control={control} name="minDeposit" label={t("bonus.min")} />
          <FormField
            control={control}
            name="turnover"
            label={`${t("promos.turnover")} (%)`}
            inputMode="numeric"
            hint={t("promos.turnoverHint")}
          />
        </div>
        <Button type="submit" busy={form.busy}>
          {t("promos.check")}
        </Button>
      </Form>
    </Dialog>
  );
}
