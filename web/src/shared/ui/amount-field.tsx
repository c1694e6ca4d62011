import { useFormat } from "../i18n/format.tsx";
import { parseAmount } from "./amount.ts";
import classes from "./amount-field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface AmountFieldProps extends Omit<FieldProps, "value" | "onChange" | "type" | "inputMode" | "after"> {
  /** Minor units of the site's currency; null while empty. */
  value: number | null;
  onChange(value: number | null): void;
  /** Amounts that one press adds to what is there. */
  quick?: number[];
  /** A press that sets the whole: "All", with its amount. */
  all?: { label: string; amount: number };
}

/** An amount of money or points with thousands separators and quick amounts; the value is always a plain integer. */
export function AmountField({ value, onChange, quick = [], all, ...rest }: AmountFieldProps) {
  const format = useFormat();
  return (
    <div className={classes.root}>
      <Field
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        value={value === null ? "" : format.number(value)}
        onChange={(text) => onChange(parseAmount(text))}
      />
      {(quick.length > 0 || all) && (
        <div className={classes.quick}>
          {quick.map((amount) => (
            <button key={amount} type="button" className={classes.chip} onClick={() => onChange((value ?? 0) + amount)}>
              +{format.number(amount)}
            </button>
          ))}
          {all && (
            <button type="button" className={classes.chip} onClick={() => onChange(all.amount)}>
              {all.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
