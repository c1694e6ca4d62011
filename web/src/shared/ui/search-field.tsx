import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import classes from "./search-field.module.css";

interface SearchFieldProps {
  label: string;
  /** An example of a search, inside the empty field. */
  hint: string;
  /** The name of the cross. */
  clear: string;
  /** Characters. */
  longest: number;
  value: string;
  onChange(value: string): void;
}

/** A search; Escape and the cross empty it. */
export function SearchField({ label, hint, clear, longest, value, onChange }: SearchFieldProps) {
  return (
    <div className={classes.search}>
      <Field
        label={label}
        type="search"
        inputMode="search"
        autoComplete="off"
        maxLength={longest}
        placeholder={hint}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("");
        }}
        after={
          value === "" ? (
            <Icon name="search" size={18} />
          ) : (
            <button type="button" className={classes.clear} aria-label={clear} onClick={() => onChange("")}>
              <Icon name="close" size={18} />
            </button>
          )
        }
      />
    </div>
  );
}
