import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Days, lastDays, withDay } from "../days.ts";
import { useFormat } from "../i18n/format.tsx";
import { readDay } from "../i18n/read-day.ts";
import classes from "./date-range.module.css";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** The stretches of days that a press chooses, all of them up to today. */
const presets = { today: 1, week: 7, month: 30 } as const;

/** Returns chosen days in words, as the presets say them where one fits; "" for none. */
export function useDaysText(): (days: Days) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(() => Date.now());
  return ({ from = "", to = "" }) => {
    for (const preset of ["today", "week", "month"] as const) {
      const days = lastDays(presets[preset], format, now);
      if (days.from === from && days.to === to) return t(`range.${preset}`);
    }
    return from || to ? `${from} – ${to}` : "";
  };
}

interface DateFieldProps {
  label: string;
  /** yyyy-MM-dd, or "" for none. */
  value: string;
  onChange(day: string): void;
}

/** A whole date has eight figures; one with fewer may still be on its way. */
const FIGURES = 8;

/**
 * A date as the product writes it (D-58): a browser would write its own date field in the order of its own language. It is typed, or chosen
 * in the device's calendar, which a press on the mark opens, and on a touch screen a press on the field.
 */
function DateField({ label, value, onChange }: DateFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(true);
  const text = typed ?? value;
  const read = (input: string) => (input.trim() === "" ? "" : readDay(input));
  const take = (day: string) => {
    setTyped(undefined);
    onChange(day);
  };
  return (
    <Field
      label={label}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      placeholder="yyyy-mm-dd"
      error={left && read(text) === undefined && t("range.wrong", { day: "2026-12-31" })}
      onChange={(input) => {
        setTyped(input);
        setLeft(false);
        const day = read(input);
        if (day === "" || (day !== undefined && input.replace(/\D/g, "").length >= FIGURES)) onChange(day);
      }}
      onBlur={() => {
        setLeft(true);
        const day = read(text);
        if (typed !== undefined && day !== undefined) take(day);
      }}
      after={
        <span className={classes.calendar}>
          <Icon name="calendar" size={18} />
          <input
            type="date"
            aria-label={label}
            value={value}
            onChange={(event) => take(event.target.value)}
            onClick={(event) => event.currentTarget.showPicker?.()}
          />
        </span>
      }
    />
  );
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
      <DateField label={t("range.from")} value={from} onChange={set("from")} />
      <DateField label={t("range.to")} value={to} onChange={set("to")} />
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
