import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useShown } from "#shared/staff/personal.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Approval } from "./approvals.ts";

/** The facts that the first person saw of a deposit or withdrawal: sender or holder, bank, bonus, and the balance of the member. */
export function CashFacts({ kind, cash }: { kind: string; cash: NonNullable<Approval["cash"]> }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const ruleName = useRuleName();
  const { of } = useShown("request", cash.idx);
  const paysIn = kind === "deposit";
  const warn = cash.nameDiffers ? t("name.differs", { name: of("name", cash.memName) }) : undefined;
  const fields = paysIn ? (["name", "depositor"] as const) : (["name", "accountNo", "accountHolder"] as const);
  return (
    <Facts
      facts={[
        { name: t("column.requested"), value: format.dateTime(cash.requestedAt) },
        paysIn
          ? { name: t("column.depositor"), value: of("depositor", cash.depositor), warn }
          : { name: t("column.holder"), value: of("accountHolder", cash.accountHolder), warn },
        { name: t("column.bank"), value: cash.bank },
        ...(paysIn ? [] : [{ name: t("column.account"), value: of("accountNo", cash.accountNo) }]),
        {
          name: t("personal.data"),
          value: (
            <ShowPersonal
              subject="request"
              id={String(cash.idx)}
              fields={[...fields]}
              purpose={paysIn ? "deposit" : "payout"}
            />
          ),
        },
        ...cash.bonuses.map((bonus) => ({
          name: t("background.bonus"),
          value: (
            <>
              <Money amount={bonus.amount} unit={bonus.unit === "cash" ? "cash" : "points"} /> {ruleName(bonus.rule)}
            </>
          ),
        })),
        { name: t("column.cash"), value: <Money amount={cash.memberCash} /> },
        { name: t("background.turnover"), value: <Money amount={cash.turnover} /> },
        ...(cash.reopened > 0
          ? [{ name: t("background.reopened"), value: <Money amount={cash.reopened} tone="loss" /> }]
          : []),
        ...(cash.owed > 0 ? [{ name: t("background.owed"), value: <Money amount={cash.owed} tone="loss" /> }] : []),
      ]}
    />
  );
}
