import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { PromoChange } from "#shared/staff/promo/change.ts";
import classes from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Form, FormAmount, FormCheckbox } from "#shared/ui/form/form.tsx";
import { type Faults, useAppForm } from "#shared/ui/form/use-app-form.ts";
import { Icon } from "#shared/ui/icon.tsx";
import own from "./promos.module.css";
import type { Settings } from "./promos.ts";
import { ReviewDialog } from "./review-dialog.tsx";

const MOST_DAYS = 31;

interface Streak {
  days: number | null;
  points: number | null;
}

interface Values {
  active: boolean;
  points: number | null;
  streaks: Streak[];
}

interface FormProps {
  setting: Settings["attendance"];
  secondPerson: boolean;
  onRefused(error: unknown): void;
}

/** The settings of the attendance bonus: the points for each day, and the extra points for days in a row. */
export function AttendanceForm({ setting, secondPerson, onRefused }: FormProps) {
  const { t } = useTranslation("admin");
  const [change, setChange] = useState<PromoChange | null>(null);
  const form = useAppForm<Values>({
    defaultValues: { active: setting.active, points: setting.points, streaks: setting.streaks },
    check: ({ streaks }) => {
      const faults: Faults<Values> = {};
      for (const [index, { days, points }] of streaks.entries()) {
        const twice = streaks.some((other, place) => place !== index && other.days === days);
        const sound = days !== null && days >= 1 && days <= MOST_DAYS && !twice;
        faults[`streaks.${index}.days`] = !sound && t("attendance.daysWrong");
        faults[`streaks.${index}.points`] = !points && t("required");
      }
      return faults;
    },
    onSubmit: ({ active, points, streaks }) => {
      const { version, ...before } = setting;
      setChange({
        name: "attendance",
        version,
        before: { attendance: before },
        after: {
          attendance: {
            active,
            points: points ?? 0,
            streaks: streaks
              .map((row) => ({ days: row.days ?? 0, points: row.points ?? 0 }))
              .sort((a, b) => a.days - b.days),
          },
        },
      });
    },
  });
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "streaks" });
  const streaks = useWatch({ control, name: "streaks" });
  return (
    <Form form={form} className={classes.form}>
      <FormCheckbox control={control} name="active" label={t("promos.active")} />
      <FormAmount control={control} name="points" label={t("attendance.points")} />
      <fieldset className={own.group}>
        <legend>{t("attendance.streaks")}</legend>
        <p className={classes.dim}>{t("attendance.hint")}</p>
        {fields.map(({ id }, index) => (
          <div key={id} className={own.row}>
            <FormAmount control={control} name={`streaks.${index}.days`} label={t("attendance.days")} />
            <FormAmount control={control} name={`streaks.${index}.points`} label={t("promos.unit.point")} />
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("attendance.remove", { count: streaks[index]?.days ?? 0 })}
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
          disabled={fields.length >= MOST_DAYS}
          onClick={() => append({ days: null, points: null }, { shouldFocus: false })}
        >
          {t("attendance.add")}
        </Button>
      </fieldset>
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
