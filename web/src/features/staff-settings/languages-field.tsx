import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { isLanguage, languageKeys, languages } from "#shared/i18n/languages.ts";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./settings.module.css";

interface LanguagesFieldProps {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  /** Keys with commas between them, the first language first. */
  value: string;
  onChange(value: string): void;
}

/** The languages that a site has, and the one that it shows first. */
export function LanguagesField({ label, hint, error, value, onChange }: LanguagesFieldProps) {
  const { t } = useTranslation("settings");
  const id = useId();
  const chosen = value.split(",").filter(isLanguage);
  const [first = ""] = chosen;
  const toggle = (key: string, on: boolean) =>
    onChange((on ? [...chosen, key] : chosen.filter((one) => one !== key)).join(","));
  return (
    <fieldset className={classes.languages} aria-describedby={id}>
      <legend>{label}</legend>
      <div className={classes.checks}>
        {languageKeys.map((key) => (
          <Checkbox
            key={key}
            label={languages[key].name}
            checked={chosen.includes(key)}
            onChange={(on) => toggle(key, on)}
          />
        ))}
      </div>
      {chosen.length > 0 && (
        <SelectField
          label={t("languages.first")}
          value={first}
          onChange={(next) => onChange([next, ...chosen.filter((one) => one !== next)].join(","))}
          options={chosen.map((key) => ({ value: key, label: languages[key].name }))}
        />
      )}
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
