import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { useRuleName } from "#shared/staff/rule-name.ts";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./live.module.css";
import { backgroundQuery, type CashRequest } from "./queues.ts";

type Bonus = Res<"/api/admin/cash/background">["bonuses"][number];

/** A line for each bonus that the approval pays, named by its rule. */
function BonusLines({ bonuses }: { bonuses: Bonus[] }) {
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

/**
 * The basis of a decision: the bonus that an approval pays on top of the amount, and the member's deposits, withdrawals and
 * play so far.
 */
export function Background({ cash }: { cash: CashRequest }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useQuery(backgroundQuery(cash.idx));
  const total = ({ count, amount }: { count: number; amount: number }) =>
    count === 0 ? (
      t("background.none")
    ) : (
      <>
        <Money amount={amount} /> ({format.number(count)})
      </>
    );
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="8rem" radius="var(--radius-m)" />}>
      {({ bonuses, deposits, withdrawals, turnover }) => (
        <Facts
          facts={[
            ...(cash.cashType === "in"
              ? [
                  {
                    name: t("background.bonus"),
                    value: bonuses.length > 0 ? <BonusLines bonuses={bonuses} /> : t("background.noBonus"),
                  },
                ]
              : []),
            { name: t("background.deposits"), value: total(deposits) },
            { name: t("background.withdrawals"), value: total(withdrawals) },
            { name: t("background.turnover"), value: <Money amount={turnover} /> },
          ]}
        />
      )}
    </QueryView>
  );
}
