import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Checkbox } from "#shared/ui/checkbox.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./promo.module.css";
import { bonusQuery, useChooseBonus } from "./promo.ts";

const rules = ["new", "first", "again", "weekend"] as const;

type Term = Res<"/api/bonus/info">["list"][number];

/** Why the next deposit cannot get a bonus; nothing when it can. */
function Closed({ state, rule }: { state: Term["state"]; rule: (typeof rules)[number] }) {
  const { t } = useTranslation("promo");
  if (state === "open") return null;
  return (
    <p className={classes.why}>
      {state === "paid" && <StatusPill tone="good">{t("bonus.paid")}</StatusPill>}
      {state === "used" && <StatusPill tone="calm">{t("bonus.state.used")}</StatusPill>}
      {(state === "later" || state === "instead") && <StatusPill tone="info">{t("bonus.state.later")}</StatusPill>}
      <span>{t(`bonus.why.${state === "paid" || state === "instead" ? state : rule}`)}</span>
    </p>
  );
}

/**
 * The bonus that a deposit brings, with all its terms and the choice to decline it. Draws nothing when the site offers no
 * bonus.
 */
export function BonusTerms() {
  const { t } = useTranslation(["promo", "common"]);
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
            <li key={term.rule} className={classes.term} data-open={term.state === "open"}>
              <p>
                <strong>{t(`bonus.rule.${rule}`, { rate: format.number(term.rate / 100) })}</strong>
              </p>
              <Closed state={term.state} rule={rule} />
              <p className={classes.dim}>
                {t("common:bonus.terms", {
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
