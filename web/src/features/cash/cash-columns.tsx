import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useBankName } from "#shared/banks.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./cash.module.css";
import type { CashPage, CashType } from "./cash.ts";
import { RowRemove } from "./row-remove.tsx";
import { statusOf } from "./status.ts";

/** The columns of a history, with the totals of the whole selection in the foot. */
export function useCashColumns(cashType: CashType): (data: CashPage) => Column<CashRow>[] {
  const { t } = useTranslation("cash");
  const format = useFormat();
  const bankName = useBankName();
  const paidTo = (row: CashRow) =>
    row.cashType === "through" ? t("through.partner") : `${bankName(row.bank)} ${row.accountMasked}`;
  return ({ totals }) => [
    {
      key: "requested",
      head: t("column.requested"),
      phone: "when",
      value: (row) => format.moment(row.requestedAt),
      cell: (row) => (
        <time className={classes.time} dateTime={row.requestedAt}>
          {format.moment(row.requestedAt)}
        </time>
      ),
      foot: cashType === "in" ? t("history.doneIn") : t("history.doneOut"),
    },
    {
      key: "amount",
      head: t("column.amount"),
      align: "end",
      phone: "amount",
      value: (row) => row.amount,
      cell: (row) => <Money amount={row.amount} />,
      foot: <Money amount={cashType === "in" ? totals.depositAmt : totals.withdrawAmt} />,
    },
    {
      key: "status",
      head: t("column.status"),
      phone: "state",
      value: (row) => t(statusOf(row).text),
      cell: (row) => {
        const status = statusOf(row);
        return <StatusPill tone={status.tone}>{t(status.text)}</StatusPill>;
      },
    },
    {
      key: "processed",
      head: t("column.processed"),
      value: (row) => row.processedAt && format.moment(row.processedAt),
      cell: (row) =>
        row.processedAt === null ? (
          "–"
        ) : (
          <time className={classes.time} dateTime={row.processedAt}>
            {format.moment(row.processedAt)}
          </time>
        ),
    },
    cashType === "in"
      ? {
          key: "name",
          head: t("column.depositor"),
          phone: "title",
          value: (row) => row.depositor,
          cell: (row) => row.depositor || t("history.in"),
        }
      : {
          key: "account",
          head: t("column.account"),
          phone: "title",
          value: paidTo,
          cell: paidTo,
        },
    {
      key: "memo",
      head: t("column.memo"),
      value: (row) => row.memo,
      cell: (row) => <span className={classes.memo}>{row.memo === "" ? "–" : row.memo}</span>,
    },
    {
      key: "action",
      head: <span className="visually-hidden">{t("column.action")}</span>,
      align: "end",
      cell: (row) => <RowRemove row={row} />,
    },
  ];
}
