import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import type { PromoChange } from "#shared/staff/promo/change.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormAmount, FormCheckbox, FormField } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { average, chance, MOST_PRIZES, type Prize } from "./odds.ts";
import own from "./promos.module.css";
import type { Settings } from "./promos.ts";
import { ReviewDialog } from "./review-dialog.tsx";

const LABEL_MAX = 40;

interface FormProps {
  setting: Settings["wheel"];
  secondPerson: boolean;
  onRefused(error: unknown): void;
}

interface Values {
  active: boolean;
  prizes: Prize[];
}

/** The wheel: prizes with their weights, and beside them the chances that members are shown. */
export function WheelForm({ setting, secondPerson, onRefused }: FormProps) {
  const { t } = useTranslation(["admin", "promo"]);
  const format = useFormat();
  const [change, setChange] = useState<PromoChange | null>(null);
  const form = useAppForm<Values>({
    defaultValues: { active: setting.active, prizes: setting.prizes },
    check: ({ active, prizes }) => {
      const faults: Faults<Values> = { active: active && prizes.length < 2 && t("wheel.few") };
      for (const [index, { label, weight }] of prizes.entries()) {
        faults[`prizes.${index}.label`] = label.trim() === "" && t("required");
        faults[`prizes.${index}.weight`] = !weight && t("required");
      }
      return faults;
    },
    onSubmit: ({ active, prizes }) => {
      const { version, ...before } = setting;
      const rows = prizes.map(({ label, points, weight }) => ({
        label: label.trim(),
        points: points ?? 0,
        weight: weight ?? 0,
      }));
      setChange({ name: "wheel", version, before: { wheel: before }, after: { wheel: { active, prizes: rows } } });
    },
  });
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "prizes" });
  const prizes = useWatch({ control, name: "prizes" });
  return (
    <Form form={form} className={classes.form}>
      <FormCheckbox control={control} name="active" label={t("promos.active")} />
      <fieldset className={own.group}>
        <legend>{t("wheel.prizes")}</legend>
        <p className={classes.dim}>{t("wheel.hint")}</p>
        {fields.map((row, index) => (
          <div key={row.id} className={own.row}>
            <FormField
              control={control}
              name={`prizes.${index}.label`}
              label={t("promo:wheel.prize")}
              maxLength={LABEL_MAX}
            />
            <FormAmount control={control} name={`prizes.${index}.points`} label={t("promos.unit.point")} />
            <FormAmount
              control={control}
              name={`prizes.${index}.weight`}
              label={t("wheel.weight")}
              hint={`${t("promo:wheel.chance")}: ${format.number(chance(prizes, prizes[index] ?? row))} %`}
            />
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("wheel.remove", { place: index + 1 })}
              onClick={() => remove(index)}
            >
              <Icon name="trash" size={18} />
            </Button>
          </div>
        ))}
        <Button
          variant="quiet"
          size="sm"
          icon={<Icon name="plus" size={16} />}
          disabled={fields.length >= MOST_PRIZES}
          onClick={() => append({ label: "", points: 0, weight: 1 }, { shouldFocus: false })}
        >
          {t("wheel.add")}
        </Button>
      </fieldset>
      <p role="status">{t("wheel.average", { points: format.number(average(prizes)) })}</p>
      <Button type="submit" busy={form.busy}>
        {t("promos.check")}
      </Button>
      {change && (
        <ReviewDialog
          change={change}
          secondPerson={secondPerson}
          onSaved={() => {
            onRefused(null);
            setChange(null);
          }}
          onRefused={onRefused}
          onClose={() => setChange(null)}
        />
      )}
    </Form>
  );
}
