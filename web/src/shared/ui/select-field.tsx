import { useId } from "react";
import classes from "./field.module.css";
import type { FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface SelectFieldProps
  extends Pick<FieldProps, "label" | "value" | "onChange" | "error" | "hint" | "name" | "disabled" | "onBlur"> {
  options: { value: string; label: string }[];
}

/** A choice from a list, drawn by the device: on a phone it is the wheel that everybody knows. */
export function SelectField({ label, options, onChange, error, hint, ...rest }: SelectFieldProps) {
  const id = useId();
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className={classes.root}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box}>
        <select
          {...rest}
          id={id}
          className={`${classes.input} ${classes.select}`}
          aria-invalid={Boolean(error)}
          aria-describedby={notes || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <div className={`${classes.after} ${classes.arrow}`}>
          <Icon name="chevron" />
        </div>
      </div>
      {hint && (
        <span id={`${id}hint`} className={classes.hint}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}error`} className={classes.error} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
