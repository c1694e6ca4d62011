import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Days, lastDays, withDay } from "../days.ts";
import { useFormat } from "../i18n/format.tsx";
import classes from "./date-range.module.css";
import { Field } from "./field.tsx";

/** The stretches of days that a press chooses, all of them up to today. */
const presets = { today: 1, week: 7, month: 30 } as const;

/** Returns chosen days in words, as the presets say them where one fits; "" for none. */
export function useDaysText(): (days: Days) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  return ({ from, to }) => {
    for (const preset of ["today", "week", "month"] as const) {
      const days = lastDays(presets[preset], format, now);
      if (days.from === from && days.to === to) return t(`range.${preset}`);
    }
    return from || to ? `${from ?? ""} – ${to ?? ""}` : "";
  };
}

interface DateRangeProps {
  value: Days;
  onChange(days: Days): void;
  /** The name of the choice without days; without it there is no such choice. */
  all?: string;
  /** The stretch that is shown while no days are chosen. */
  shown?: Required<Days>;
  /** Further choices of time, beside the presets. */
  children?: ReactNode;
}

/** From which day to which: two dates of the site's clock, and presets. */
export function DateRange({ value, onChange, all, shown, children }: DateRangeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const { from = "", to = "" } = value.from === undefined && value.to === undefined && shown ? shown : value;
  const set = (side: keyof Days) => (day: string) => {
    // A field that is being typed in is empty until the date is whole.
    if (day === "" || /^20\d\d-/.test(day))
      onChange(withDay({ ...(from && { from }), ...(to && { to }) }, side, day || undefined));
  };
  return (
    <fieldset className={classes.range}>
      <legend className="visually-hidden">{t("range.label")}</legend>
      <Field type="date" label={t("range.from")} value={from} onChange={set("from")} />
      <Field type="date" label={t("range.to")} value={to} onChange={set("to")} />
      <div className={classes.presets}>
        {(["today", "week", "month"] as const).map((preset) => {
          const days = lastDays(presets[preset], format, now);
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={days.from === from && days.to === to}
              onClick={() => onChange(days)}
            >
              {t(`range.${preset}`)}
            </button>
          );
        })}
        {all !== undefined && (
          <button type="button" aria-pressed={from === "" && to === ""} onClick={() => onChange({})}>
            {all}
          </button>
        )}
        {children}
      </div>
    </fieldset>
  );
}
