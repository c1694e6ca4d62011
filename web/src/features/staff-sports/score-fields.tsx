import type { Control, FieldPathByValue } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSportWords } from "#shared/sports/words.ts";
import staff from "#shared/staff/staff.module.css";
import { digits, FormField } from "#shared/ui/form/form.tsx";
import type { Match } from "./matches.ts";
import type { ResultValues } from "./result-form.ts";
import classes from "./staff-sports.module.css";

const DIGITS = 3;
const inners = ["games", "points", "rounds"] as const;

interface ScoreFieldsProps {
  match: Match;
  control: Control<ResultValues>;
  /** The match was abandoned: the scores are those of that moment. */
  broken: boolean;
  /** Asks for the first half, too. */
  half: boolean;
}

/** The scores of a match in the units of its sport: the whole, the first half where there is one, and what is counted within sets. */
export function ScoreFields({ match, control, broken, half }: ScoreFieldsProps) {
  const { t } = useTranslation("trading");
  const words = useSportWords();
  const { home, away, unit, innerUnit, overtime, parts } = match;
  const inner = inners.find((one) => one === innerUnit);
  const legend = () => {
    if (broken) return t("full.broken");
    if (unit === "sets" || unit === "maps") return t(`full.${unit}`);
    return t(overtime ? "full.regular" : "full");
  };
  const pair = (
    key: string,
    title: string,
    names: [FieldPathByValue<ResultValues, string>, FieldPathByValue<ResultValues, string>],
    hint?: string | false,
  ) => (
    <fieldset key={key} className={staff.group}>
      <legend>{title}</legend>
      <div className={classes.scores}>
        {names.map((name, side) => (
          <FormField
            key={name}
            control={control}
            name={name}
            label={side === 0 ? home : away}
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS}
            clean={digits}
          />
        ))}
      </div>
      {hint && <p className={staff.dim}>{hint}</p>}
    </fieldset>
  );
  return (
    <>
      {pair("full", legend(), ["fullHome", "fullAway"], overtime && !broken && t("full.regularHint"))}
      {half && pair("half", t("half"), ["halfHome", "halfAway"], t("halfHint"))}
      {inner && (
        <fieldset className={staff.group}>
          <legend>{t(`inner.${inner}`)}</legend>
          <p className={staff.dim}>{t("innerHint")}</p>
          {parts.map((name, index) => pair(name, words.period(name), [`parts.${index}.home`, `parts.${index}.away`]))}
        </fieldset>
      )}
    </>
  );
}
