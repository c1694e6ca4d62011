import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRuleName } from "#shared/staff/rule-name.ts";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { basisPoints, percentText } from "./percent.ts";
import own from "./promos.module.css";
import { type BonusSetting, useSaveBonus } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

interface BonusDialogProps {
  row: BonusSetting;
  onClose(): void;
}

/** A rule of bonuses: what it gives at each level, at most, from which deposit on, and what must be played for it. */
export function BonusDialog({ row, onClose }: BonusDialogProps) {
  const { t } = useTranslation("admin");
  const ruleName = useRuleName();
  const refusal = useRefusal();
  const toast = useToast();
  const save = useSaveBonus();
  const [checked, setChecked] = useState(false);
  const [form, setForm] = useState({
    active: row.active,
    unit: row.unit,
    rates: row.rates.map(percentText),
    cap: row.cap as number | null,
    minDeposit: row.minDeposit as number | null,
    turnover: percentText(row.turnover),
  });
  const set =
    <K extends keyof typeof form>(name: K) =>
    (value: (typeof form)[K]) => {
      setForm((before) => ({ ...before, [name]: value }));
      save.reset();
    };
  const rates = form.rates.map(basisPoints);
  const turnover = basisPoints(form.turnover);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const known = rates.filter((rate) => rate !== null);
    if (known.length < rates.length || turnover === null || !form.cap) return;
    save.mutate(
      {
        version: row.version,
        rule: row.rule,
        active: form.active,
        unit: form.unit,
        rates: known,
        cap: form.cap,
        minDeposit: form.minDeposit ?? 0,
        turnover,
      },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t("promos.saved") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog wide title={ruleName(row.rule)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Checkbox name="active" label={t("promos.active")} checked={form.active} onChange={set("active")} />
        <fieldset className={own.group}>
          <legend>{t("bonus.rates")}</legend>
          <p className={classes.dim}>{t("bonus.ratesHint")}</p>
          <div className={own.levels}>
            {form.rates.map((rate, index) => (
              <Field
                key={index}
                label={t("level.name", { level: index + 1 })}
                name={`rate${index + 1}`}
                inputMode="numeric"
                value={rate}
                onChange={(next) => set("rates")(form.rates.with(index, next))}
                error={checked && rates[index] === null ? t("promos.percentWrong") : undefined}
              />
            ))}
          </div>
        </fieldset>
        <div className={classes.pair}>
          <SelectField
            label={t("promos.unit")}
            name="unit"
            value={form.unit}
            onChange={set("unit")}
            options={(["point", "cash"] as const).map((value) => ({ value, label: t(`promos.unit.${value}`) }))}
          />
          <AmountField
            label={t("bonus.cap")}
            name="cap"
            value={form.cap}
            onChange={set("cap")}
            error={checked && !form.cap ? t("required") : undefined}
          />
        </div>
        <div className={classes.pair}>
          <AmountField label={t("bonus.min")} name="minDeposit" value={form.minDeposit} onChange={set("minDeposit")} />
          <Field
            label={`${t("promos.turnover")} (%)`}
            name="turnover"
            inputMode="numeric"
            hint={t("promos.turnoverHint")}
            value={form.turnover}
            onChange={set("turnover")}
            error={checked && turnover === null ? t("promos.percentWrong") : undefined}
          />
        </div>
        <Refusal error={save.error} words={refusal} />
        <Button type="submit" busy={save.isPending}>
          {t("content.save")}
        </Button>
      </form>
    </Dialog>
  );
}
