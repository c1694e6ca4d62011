import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { kindText } from "#shared/points/kind.ts";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./point.module.css";
import type { PointMoves } from "./points.ts";

/** Points that moved, with their sign but without a colour, because points that were converted are not lost. */
function Moved({ amount }: { amount: number }) {
  return (
    <span className={classes.moved}>
      {amount > 0 && "+"}
      <Money amount={amount} unit="points" />
    </span>
  );
}

/** The columns of the point history, with what came and went in the whole selection in the foot. */
export function usePointColumns(): (data: PointMoves) => Column<PointMoves["list"][number]>[] {
  const { t } = useTranslation(["point", "common"]);
  const format = useFormat();
  return ({ totals }) => [
    {
      key: "kind",
      head: t("column.kind"),
      phone: "title",
      value: (row) => t(kindText(row.kind)),
      cell: (row) => t(kindText(row.kind)),
      foot: t("common:table.total"),
    },
    {
      key: "date",
      head: t("column.date"),
      phone: "when",
      value: (row) => format.moment(row.createdAt),
      cell: (row) => <time dateTime={row.createdAt}>{format.moment(row.createdAt)}</time>,
    },
    {
      key: "percent",
      head: t("column.percent"),
      align: "end",
      phone: "state",
      value: (row) => (row.percent === "" ? null : Number(row.percent)),
      cell: (row) => (row.percent === "" ? "" : `${format.number(Number(row.percent))}%`),
    },
    {
      key: "amount",
      head: t("column.amount"),
      align: "end",
      phone: "amount",
      value: (row) => row.amount,
      cell: (row) => <Moved amount={row.amount} />,
      foot: (
        <>
          <Moved amount={totals.inAmt} /> / <Moved amount={-totals.outAmt} />
        </>
      ),
    },
    {
      key: "balance",
      head: t("column.balance"),
      align: "end",
      value: (row) => row.balance,
      cell: (row) => <Money amount={row.balance} unit="points" />,
    },
  ];
}
