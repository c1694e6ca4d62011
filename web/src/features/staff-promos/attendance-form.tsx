import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "#shared/staff/staff.module.css";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import own from "./promos.module.css";
import { type Settings, useSaveAttendance } from "./promos.ts";
import { useRefusal } from "./refusal.ts";

const MOST_DAYS = 31;

interface Streak {
  id: number;
  days: number | null;
  points: number | null;
}

interface FormProps {
  setting: Settings["attendance"];
  onRefused(error: unknown): void;
}

/** The settings of the attendance bonus: the points for each day, and the extra points for days in a row. */
export function AttendanceForm({ setting, onRefused }: FormProps) {
  const { t } = useTranslation("admin");
  const refusal = useRefusal();
  const toast = useToast();
  const save = useSaveAttendance();
  const [checked, setChecked] = useState(false);
  const [active, setActive] = useState(setting.active);
  const [points, setPoints] = useState<number | null>(setting.points);
  const [streaks, setStreaks] = useState<Streak[]>(() => setting.streaks.map((row, id) => ({ id, ...row })));
  const change = (id: number, part: Partial<Streak>) => {
    setStreaks((rows) => rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
    save.reset();
  };
  const wrongDays = (row: Streak) =>
    row.days === null || row.days < 1 || row.days > MOST_DAYS || streaks.some((o) => o !== row && o.days === row.days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (streaks.some((row) => wrongDays(row) || !row.points)) return;
    save.mutate(
      {
        version: setting.version,
        active,
        points: points ?? 0,
        streaks: streaks
          .map((row) => ({ days: row.days ?? 0, points: row.points ?? 0 }))
          .sort((a, b) => a.days - b.days),
      },
      {
        onError: onRefused,
        onSuccess: () => {
          onRefused(null);
          toast({ tone: "done", text: t("promos.saved") });
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Checkbox name="active" label={t("promos.active")} checked={active} onChange={setActive} />
      <AmountField label={t("attendance.points")} name="points" value={points} onChange={setPoints} />
      <fieldset className={own.group}>
        <legend>{t("attendance.streaks")}</legend>
        <p className={classes.dim}>{t("attendance.hint")}</p>
        {streaks.map((row, index) => (
          <div key={row.id} className={own.row}>
            <AmountField
              label={t("attendance.days")}
              name={`days${index}`}
              value={row.days}
              onChange={(days) => change(row.id, { days })}
              error={checked && wrongDays(row) ? t("attendance.daysWrong") : undefined}
            />
            <AmountField
              label={t("promos.unit.point")}
              name={`streak${index}`}
              value={row.points}
              onChange={(next) => change(row.id, { points: next })}
              error={checked && !row.points ? t("required") : undefined}
            />
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("attendance.remove", { count: row.days ?? 0 })}
              onClick={() => setStreaks((rows) => rows.filter(({ id }) => id !== row.id))}
            >
              <Icon name="trash" size={18} />
            </Button>
          </div>
        ))}
        <Button
          variant="quiet"
          size="sm"
          icon={<Icon name="plus" size={16} />}
          disabled={streaks.length >= MOST_DAYS}
          onClick={() =>
            setStreaks((rows) => [
              ...rows,
              { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, days: null, points: null },
            ])
          }
        >
          {t("attendance.add")}
        </Button>
      </fieldset>
      <Refusal error={save.error} words={refusal} />
      <Button type="submit" busy={save.isPending}>
        {t("content.save")}
      </Button>
    </form>
  );
}
