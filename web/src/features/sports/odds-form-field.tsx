import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { writeOdds } from "#shared/odds.ts";
import { oddsFormAtom, oddsForms } from "#shared/sports/odds-form.ts";
import { SelectField } from "#shared/ui/select-field.tsx";
import classes from "./sports.module.css";

/** 1.95 in each form says more than its name. */
const EXAMPLE = 1_950;

/** How the member reads odds. */
export function OddsFormField() {
  const { t } = useTranslation("sports");
  const [form, setForm] = useAtom(oddsFormAtom);
  return (
    <div className={classes.form}>
      <SelectField
        label={t("odds")}
        value={form}
        onChange={(chosen) => setForm(() => oddsForms.find((one) => one === chosen) ?? "decimal")}
        options={oddsForms.map((one) => ({ value: one, label: `${t(`odds.${one}`)} ${writeOdds(EXAMPLE, one)}` }))}
      />
    </div>
  );
}
