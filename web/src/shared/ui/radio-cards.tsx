import classes from "./radio-cards.module.css";

interface RadioCardsProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  onChange(value: Value): void;
  options: { value: Value; label: string; text?: string }[];
}

/** One of a few, each with a sentence on what it is. */
export function RadioCards<Value extends string>({ legend, name, value, onChange, options }: RadioCardsProps<Value>) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            {option.text && <small>{option.text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
