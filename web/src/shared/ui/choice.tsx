import { type ReactNode, useEffect, useRef } from "react";
import classes from "./choice.module.css";
import { useSwipe } from "./use-swipe.ts";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; label: ReactNode }[];
  onChange(value: Value): void;
  /** The selector of what is around the choice and shows the chosen part: on a phone, a swipe over it goes to the next part. */
  swipe?: string;
}

/** Matches nothing: a choice in a form is no part of a page. */
const NOWHERE = ":not(*)";

/** One part of a page out of a few, side by side. */
export function Choice<Value extends string>({ label, value, options, onChange, swipe = NOWHERE }: ChoiceProps<Value>) {
  const choice = useRef<HTMLFieldSetElement>(null);
  useSwipe(choice, swipe, { values: options.map((option) => option.value), value, onChange });
  // A swipe may choose a part whose button is out of sight.
  useEffect(() => {
    const row = choice.current;
    const chosen = row?.querySelector<HTMLElement>(`[data-value="${value}"]`);
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <fieldset ref={choice} className={classes.tabs} data-parts={swipe !== NOWHERE || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.tab}
          data-value={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
