import type { ReactNode } from "react";
import classes from "./choice.module.css";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: ReactNode }[];
  onChange(value: Value): void;
}

/** One part of a page out of a few, side by side. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className={classes.tabs}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.tab}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
