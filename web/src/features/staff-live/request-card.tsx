import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Background } from "./background.tsx";
import { type Action, useProgress } from "./decisions.ts";
import classes from "./live.module.css";
import { type CashRequest, type QueueRow, useLatest } from "./queues.ts";
import { RowState } from "./row-state.tsx";
import { sameName } from "./search.ts";
import { useBreakText } from "./use-break-text.ts";

function useCashFacts(cash: CashRequest | null): Fact[] {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const breakText = useBreakText();
  if (!cash) return [];
  const differs = (name: string) =>
    sameName(name, cash.memName) ? undefined : t("name.differs", { name: cash.memName });
  const asked: Fact = { name: t("column.requested"), value: format.dateTime(cash.requestedAt) };
  const has: Fact = { name: t("column.cash"), value: <Money amount={cash.memberCash} /> };
  if (cash.cashType === "in") {
    return [
      asked,
      { name: t("column.depositor"), value: cash.depositor, warn: differs(cash.depositor) },
      { name: t("column.bank"), value: cash.bank },
      has,
    ];
  }
  return [
    asked,
    { name: t("column.bank"), value: cash.bank },
    {
      name: t("column.account"),
      value: (
        <>
          {cash.accountNo} <CopyButton compact text={cash.accountNo} label={t("column.account")} />
        </>
      ),
    },
    { name: t("column.holder"), value: cash.accountHolder, warn: differs(cash.accountHolder) },
    has,
    ...(cash.inBreak ? [{ name: t("column.inBreak"), value: breakText(cash) }] : []),
  ];
}

/** The selected request, and the buttons to decide it. */
export function RequestCard({ chosen, onAsk }: { chosen: QueueRow; onAsk(action: Action, row: QueueRow): void }) {
  const { t } = useTranslation("admin");
  const { row, gone } = useLatest(chosen);
  const progress = useProgress()[row.key];
  const cash = row.kind === "signup" ? null : row.cash;
  const facts = useCashFacts(cash);
  // The next row takes the place of a decided one: the second press of a double click must not decide that one, too.
  const once = (action: Action) => (event: MouseEvent) => event.detail < 2 && onAsk(action, row);
  const off = gone || progress?.state === "busy" || progress?.state === "done";
  return (
    <div className={classes.request}>
      <p className={classes.requestHead}>
        <span className={classes.kind}>{t(`kind.${row.kind}`)}</span>
        <RowState placed={{ row, gone, fresh: false }} progress={progress} />
      </p>
      {cash && <Money amount={cash.amount} size="xl" />}
      <Facts facts={facts} />
      {cash && <Background cash={cash} />}
      <div className={classes.decide}>
        <Button disabled={off} onClick={once("approve")}>
          {t("action.approve")} <kbd className={classes.key}>a</kbd>
        </Button>
        {cash?.status === 0 && (
          <Button variant="quiet" disabled={off} onClick={once("hold")}>
            {t("action.hold")} <kbd className={classes.key}>h</kbd>
          </Button>
        )}
        <Button variant="quiet" disabled={off} onClick={once("refuse")}>
          {t("action.refuse")} <kbd className={classes.key}>r</kbd>
        </Button>
      </div>
    </div>
  );
}
