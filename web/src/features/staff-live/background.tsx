import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import type { Fact } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./live.module.css";
import { backgroundQuery, type CashRequest } from "./queues.ts";

export type Background = Res<"/api/admin/cash/background">;

/** A line for each bonus that the approval pays, named by its rule. */
export function BonusLines({ bonuses }: { bonuses: Background["bonuses"] }) {
  const ruleName = useRuleName();
  return bonuses.map((bonus) => (
    <span key={bonus.rule} className={classes.bonus}>
      <Money amount={bonus.amount} unit={bonus.unit === "cash" ? "cash" : "points"} /> {ruleName(bonus.rule)}
    </span>
  ));
}

/** The bonus as a fact of the question before a deposit is approved; none while it is not known or there is none. */
export function useBonusFact(cash: CashRequest): Fact[] {
  const { t } = useTranslation("admin");
  const { data } = useQuery({ ...backgroundQuery(cash.idx), enabled: cash.cashType === "in" });
  if (!data || data.bonuses.length === 0) return [];
  return [{ name: t("background.bonus"), value: <BonusLines bonuses={data.bonuses} /> }];
}
