import { type ReactNode, useId } from "react";
import { pairTerms } from "#shared/staff/settings/options.ts";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import classes from "./settings.module.css";

interface PairsFieldProps {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  /** The pairs with commas between them. */
  value: string;
  onChange(value: string): void;
}

/** Each pair once, in the order of the api. */
const pairs = pairTerms.flatMap((one, at) => pairTerms.slice(at).map((other) => `${one}+${other}`));

/** The selections of one match that a folder may have (D-25). */
export function PairsField({ label, hint, error, value, onChange }: PairsFieldProps) {
  const text = useSettingText();
  const id = useId();
  const chosen = value.split(",");
  const toggle = (pair: string, on: boolean) =>
    onChange(pairs.filter((one) => (one === pair ? on : chosen.includes(one))).join(","));
  return (
    <fieldset className={classes.languages} aria-describedby={id}>
      <legend>{label}</legend>
      <div className={classes.pairs}>
        {pairs.map((pair) => (
          <Checkbox
            key={pair}
            label={text.pair(pair)}
            checked={chosen.includes(pair)}
            onChange={(on) => toggle(pair, on)}
          />
        ))}
      </div>
      <p id={id} className={classes.hint}>
        {hint}
      </p>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
