import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { useShown } from "#shared/staff/personal.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import type { Fact } from "#shared/ui/facts.tsx";
import type { CashRequest } from "./queues.ts";
import { useBreakText } from "./use-break-text.ts";

/** Says what a request itself asks for: when, from whom or to whom. Names and numbers are masked until they are shown. */
export function useCashFacts(cash: CashRequest): Fact[] {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const breakText = useBreakText();
  const { shown, of } = useShown("request", cash.idx);
  const name = of("name", cash.memName);
  const warn = cash.nameDiffers ? t("name.differs", { name }) : undefined;
  const asked: Fact = { name: t("column.requested"), value: format.dateTime(cash.requestedAt) };
  const bank: Fact = { name: t("column.bank"), value: cash.bank };
  const show = (fields: ("name" | "depositor" | "accountNo" | "accountHolder")[], purpose: "deposit" | "payout") => ({
    name: t("personal.data"),
    value: <ShowPersonal subject="request" id={String(cash.idx)} fields={fields} purpose={purpose} />,
  });
  if (cash.cashType === "in") {
    return [
      asked,
      { name: t("column.depositor"), value: of("depositor", cash.depositor), warn },
      bank,
      show(["name", "depositor"], "deposit"),
    ];
  }
  const number = of("accountNo", cash.accountNo);
  return [
    asked,
    bank,
    {
      name: t("column.account"),
      value: (
        <>
          {number} {shown && <CopyButton compact text={number} label={t("column.account")} />}
        </>
      ),
    },
    { name: t("column.holder"), value: of("accountHolder", cash.accountHolder), warn },
    show(["name", "accountNo", "accountHolder"], "payout"),
    ...(cash.inBreak ? [{ name: t("column.inBreak"), value: breakText(cash) }] : []),
  ];
}
