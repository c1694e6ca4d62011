import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./promo.module.css";
import { bonusQuery, useChooseBonus } from "./promo.ts";

const rules = ["new", "first", "again", "weekend"] as const;

/** What a deposit gives on top, with all that it asks for, and the choice to have none. Nothing when there is none. */
export function BonusTerms() {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const faultText = useFaultText();
  const info = useQuery(bonusQuery).data;
  const choose = useChooseBonus();
  if (!info || info.list.length === 0) return null;
  const wanted = choose.isPending ? choose.variables : info.wanted;
  const amount = (unit: string, value: number) =>
    unit === "point" ? `${format.number(value)} P` : format.money(value);
  return (
    <Panel title={t("bonus.title")}>
      <ul className={classes.form}>
        {info.list.map((term) => {
          const rule = rules.find((known) => known === term.rule);
          if (rule === undefined) return null;
          return (
            <li key={term.rule} className={classes.term}>
              <p>
                <strong>{t(`bonus.rule.${rule}`, { rate: format.number(term.rate / 100) })}</strong>{" "}
                {term.paid && <StatusPill tone="good">{t("bonus.paid")}</StatusPill>}
              </p>
              <p className={classes.dim}>
                {t("bonus.terms", {
                  min: format.money(term.minDeposit),
                  cap: amount(term.unit, term.cap),
                  times: format.number(term.turnover / 10_000),
                })}
              </p>
            </li>
          );
        })}
      </ul>
      <Checkbox
        name="bonusWanted"
        label={t("bonus.wanted")}
        checked={wanted}
        onChange={(next) => choose.mutate(next)}
        error={choose.error ? faultText(choose.error) : undefined}
      />
    </Panel>
  );
}
