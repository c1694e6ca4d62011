import { type CSSProperties, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fault } from "../refusal.tsx";
import classes from "./rate-editor.module.css";
import { parseRate, type Rate, rateFault, writeRate } from "./rates.ts";

interface RateEditorProps {
  legend: string;
  rates: readonly Rate[];
  /** Why no rate can be changed now, in words: each may change once in 24 hours (D-29). */
  locked?: string;
  /** null while what is typed is no rate. */
  onChange(key: string, value: number | null): void;
}

/**
 * Rates in percent, each between what the level below has and what the level above has. The bar shows both bounds, and the rest of
 * the level above is what it keeps for itself.
 */
export function RateEditor({ legend, rates, locked, onChange }: RateEditorProps) {
  const widest = Math.max(1, ...rates.map(({ ceiling }) => ceiling));
  return (
    <fieldset className={classes.editor}>
      <legend>{legend}</legend>
      {locked !== undefined && <p className={classes.locked}>{locked}</p>}
      {rates.map((rate) => (
        <RateLine
          key={rate.key}
          rate={rate}
          widest={widest}
          disabled={locked !== undefined}
          onChange={(value) => onChange(rate.key, value)}
        />
      ))}
    </fieldset>
  );
}

interface RateLineProps {
  rate: Rate;
  /** The ceiling that is the whole width of a bar. */
  widest: number;
  disabled: boolean;
  onChange(value: number | null): void;
}

/** The step of one press of an arrow: 0.05%. */
const STEP = 5;

function RateLine({ rate, widest, disabled, onChange }: RateLineProps) {
  const { t } = useTranslation("office");
  const { label, value, ceiling, floor } = rate;
  const id = useId();
  const [text, setText] = useState(value === null ? "" : writeRate(value));
  // A rate that changed elsewhere replaces what stands here.
  const shown = value === null || parseRate(text) === value ? text : writeRate(value);
  const fault = rateFault(value, rate);
  const set = (next: string) => {
    setText(next);
    onChange(parseRate(next));
  };
  const at = (points: number) => `${Math.min(100, (points * 100) / widest)}%`;
  const percent = (points: number) => `${writeRate(points)}%`;
  const notes = `${id}bounds${fault ? ` ${id}fault` : ""}`;
  return (
    <div className={classes.line}>
      <label htmlFor={id}>{label}</label>
      <span className={classes.box}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          disabled={disabled}
          aria-invalid={fault !== undefined}
          aria-describedby={notes}
          value={shown}
          onChange={(event) => set(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
            event.preventDefault();
            const next = (value ?? floor) + (event.key === "ArrowUp" ? STEP : -STEP);
            set(writeRate(Math.min(Math.max(next, floor), ceiling)));
          }}
        />
        <span aria-hidden="true">%</span>
      </span>
      <span
        className={classes.bar}
        aria-hidden="true"
        style={{ "--floor": at(floor), "--value": at(value ?? 0), "--ceiling": at(ceiling) } as CSSProperties}
        data-wrong={fault !== undefined || undefined}
      >
        <span />
      </span>
      <p id={`${id}bounds`} className={classes.bounds}>
        {t("rate.bounds", { floor: percent(floor), ceiling: percent(ceiling) })}
        {value !== null && fault === undefined && (
          <span className={classes.kept}>{t("rate.kept", { share: percent(ceiling - value) })}</span>
        )}
      </p>
      {fault && (
        <div id={`${id}fault`} className={classes.fault}>
          <Fault>{t(`rate.${fault}`, { floor: percent(floor), ceiling: percent(ceiling) })}</Fault>
        </div>
      )}
    </div>
  );
}
