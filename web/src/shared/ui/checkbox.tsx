import type { ReactNode } from "react";
import classes from "./checkbox.module.css";

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  error?: string | undefined;
  name?: string;
}

/** A yes or no. The whole line is the target. */
export function Checkbox({ label, checked, onChange, error, name }: CheckboxProps) {
  return (
    <div>
      <label className={classes.root}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
