import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import type { CashRequest } from "./queues.ts";
import { sameName } from "./search.ts";
import { useBreakText } from "./use-break-text.ts";

/** Returns a function that says what a request itself asks for: when, from whom or to whom. */
export function useCashFacts(): (cash: CashRequest) => Fact[] {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const breakText = useBreakText();
  return (cash) => {
    const differs = (name: string) =>
      sameName(name, cash.memName) ? undefined : t("name.differs", { name: cash.memName });
    const asked: Fact = { name: t("column.requested"), value: format.dateTime(cash.requestedAt) };
    const bank: Fact = { name: t("column.bank"), value: cash.bank };
    if (cash.cashType === "in") {
      return [asked, { name: t("column.depositor"), value: cash.depositor, warn: differs(cash.depositor) }, bank];
    }
    return [
      asked,
      bank,
      {
        name: t("column.account"),
        value: (
          <>
            {cash.accountNo} <CopyButton compact text={cash.accountNo} label={t("column.account")} />
          </>
        ),
      },
      { name: t("column.holder"), value: cash.accountHolder, warn: differs(cash.accountHolder) },
      ...(cash.inBreak ? [{ name: t("column.inBreak"), value: breakText(cash) }] : []),
    ];
  };
}
