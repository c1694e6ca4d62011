import { useTranslation } from "react-i18next";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./picker.module.css";
import { LONGEST } from "./search.ts";

/** The search over all games of a page; Escape and the cross empty it. */
export function GameSearch({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation("game");
  return (
    <div className={classes.search}>
      <Field
        label={t("search")}
        type="search"
        inputMode="search"
        autoComplete="off"
        maxLength={LONGEST}
        placeholder={t("search.hint")}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("");
        }}
        after={
          value === "" ? (
            <Icon name="search" size={18} />
          ) : (
            <button type="button" className={classes.clear} aria-label={t("search.clear")} onClick={() => onChange("")}>
              <Icon name="close" size={18} />
            </button>
          )
        }
      />
    </div>
  );
}
