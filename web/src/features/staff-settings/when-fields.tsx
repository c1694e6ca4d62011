import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { fromSiteTime, toSiteTime } from "#shared/staff/site-time.ts";
import { Field } from "#shared/ui/field.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";

/** When a change takes effect: at once, or at a time of the site's clock as its field has it. */
export interface When {
  later: boolean;
  time: string;
}

/** Returns the instant that was chosen, or why there is none; undefined: at once. */
export function instantOf({ later, time }: When, timeZone: string): string | { wrong: "missing" | "past" } | undefined {
  if (!later) return undefined;
  const at = fromSiteTime(time, timeZone);
  if (at === null) return { wrong: "missing" };
  return time <= toSiteTime(new Date().toISOString(), timeZone) ? { wrong: "past" } : at;
}

interface WhenFieldsProps {
  when: When;
  wrong: "missing" | "past" | undefined;
  onChange(when: When): void;
}

export function WhenFields({ when, wrong, onChange }: WhenFieldsProps) {
  const { t } = useTranslation("settings");
  const { timeZone } = useFormat();
  return (
    <>
      <SelectField
        label={t("when.label")}
        value={when.later ? "at" : "now"}
        onChange={(next) => onChange({ ...when, later: next === "at" })}
        options={(["now", "at"] as const).map((value) => ({ value, label: t(`when.${value}`) }))}
      />
      {when.later && (
        <>
          <Field
            name="at"
            type="datetime-local"
            label={t("when.time")}
            hint={t("when.zone", { zone: timeZone })}
            error={wrong && t(`when.${wrong}`)}
            value={when.time}
            onChange={(time) => onChange({ ...when, time })}
          />
          <p>{t("when.text")}</p>
        </>
      )}
    </>
  );
}
