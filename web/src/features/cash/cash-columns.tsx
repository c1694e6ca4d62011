import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Column } from "#shared/ui/data-table.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./cash.module.css";
import type { CashType } from "./cash.ts";
import { RowRemove } from "./row-remove.tsx";
import { statusOf } from "./status.ts";

/** The columns of a history. On a phone the amount is the card's title. */
export function useCashColumns(cashType: CashType): Column<CashRow>[] {
  const { t } = useTranslation("cash");
  const format = useFormat();
  return [
    {
      key: "amount",
      head: t("column.amount"),
      phone: "title",
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: "status",
      head: t("column.status"),
      cell: (row) => {
        const status = statusOf(row);
        return <StatusPill tone={status.tone}>{t(status.text)}</StatusPill>;
      },
    },
    {
      key: "requested",
      head: t("column.requested"),
      cell: (row) => (
        <time className={classes.time} dateTime={row.requestedAt}>
          {format.moment(row.requestedAt)}
        </time>
      ),
    },
    {
      key: "processed",
      head: t("column.processed"),
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
      ? { key: "name", head: t("column.depositor"), cell: (row) => row.depositor }
      : { key: "account", head: t("column.account"), cell: (row) => `${row.bank} ${row.accountMasked}` },
    {
      key: "memo",
      head: t("column.memo"),
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
