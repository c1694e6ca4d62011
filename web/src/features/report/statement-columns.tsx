import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { Moved } from "./amounts.tsx";
import { kindText, unitText } from "./kind.ts";
import classes from "./report.module.css";
import type { StatementPart } from "./report.ts";

/** The columns of the statement; the foot has what came and went in the whole selection, account by account. */
export function useStatementColumns(): (data: StatementPart) => Column<StatementPart["list"][number]>[] {
  const { t } = useTranslation("report");
  const format = useFormat();
  return ({ totals }) => [
    {
      key: "kind",
      head: t("column.kind"),
      phone: "title",
      cell: (row) => t(kindText(row.kind)),
      foot: t("total"),
    },
    {
      key: "time",
      head: t("column.time"),
      phone: "when",
      cell: (row) => (
        <time className={classes.time} dateTime={row.createdAt}>
          {format.moment(row.createdAt)}
        </time>
      ),
    },
    {
      key: "unit",
      head: t("column.unit"),
      phone: "state",
      cell: (row) => t(unitText(row.unit)),
    },
    {
      key: "amount",
      head: t("column.amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Moved amount={row.amount} unit={row.unit} />,
      foot: totals.map(({ unit, inAmt, outAmt }) => (
        <span key={unit} className={classes.sum}>
          {t(unitText(unit))}: <Moved amount={inAmt} unit={unit} /> / <Moved amount={-outAmt} unit={unit} />
        </span>
      )),
    },
    {
      key: "balance",
      head: t("column.balance"),
      align: "end",
      cell: (row) => <Money amount={row.balance} unit={row.unit === "point" ? "points" : "cash"} />,
    },
    { key: "no", head: t("column.no"), align: "end", cell: (row) => format.number(row.no), extra: true },
  ];
}
