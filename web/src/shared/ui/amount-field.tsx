import { useFormat } from "../i18n/format.tsx";
import { type AmountFault, useAmountText } from "./amount.ts";
import classes from "./amount-field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export interface AmountFieldProps
  extends Omit<FieldProps, "value" | "onChange" | "type" | "inputMode" | "after" | "ref"> {
  /** Minor units of the site's currency; null while empty. */
  value: number | null;
  /** With the fault of a text that is refused; the value is null then. */
  onChange(value: number | null, fault?: AmountFault): void;
  /** Amounts that one press sets in an empty field, and adds to what is there. */
  quick?: number[];
  /** A press that sets the whole: "All", with its amount. */
  all?: { label: string; amount: number };
}

/** An amount of money or points with thousands separators and quick amounts; the value is always a plain integer. */
export function AmountField({ value, onChange, quick = [], all, error, onBlur, ...rest }: AmountFieldProps) {
  const format = useFormat();
  const { input, text, fault, type, leave } = useAmountText(value, onChange);
  return (
    <div className={classes.root}>
      <Field
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        ref={input}
        value={text}
        error={fault ?? error}
        onChange={type}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
      />
      {(quick.length > 0 || all) && (
        <div className={classes.quick}>
          {quick.map((amount) => (
            <button key={amount} type="button" className={classes.chip} onClick={() => onChange((value ?? 0) + amount)}>
              {value === null ? "" : "+"}
              {format.number(amount)}
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
