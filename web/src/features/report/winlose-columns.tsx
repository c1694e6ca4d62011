import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { Net } from "./amounts.tsx";
import { groupText } from "./group.ts";
import type { WinLose } from "./report.ts";

/** The columns of win/lose, studio by studio, with the totals of the period in the foot. */
export function useWinLoseColumns(): (data: WinLose) => Column<WinLose["list"][number]>[] {
  const { t } = useTranslation("report");
  const format = useFormat();
  return ({ total }) => [
    {
      key: "name",
      head: t("column.studio"),
      phone: "title",
      value: (row) => row.name,
      cell: (row) => row.name || t("winlose.gone"),
      foot: t("total"),
    },
    {
      key: "group",
      head: t("column.group"),
      phone: "when",
      value: (row) => t(groupText(row.groupCode)),
      cell: (row) => t(groupText(row.groupCode)),
    },
    {
      key: "rounds",
      head: t("column.rounds"),
      align: "end",
      phone: "state",
      value: (row) => row.rounds,
      cell: (row) => format.number(row.rounds),
      foot: format.number(total.rounds),
    },
    {
      key: "stake",
      head: t("column.stake"),
      align: "end",
      value: (row) => row.stake,
      cell: (row) => <Money amount={row.stake} />,
      foot: <Money amount={total.stake} />,
    },
    {
      key: "payout",
      head: t("column.payout"),
      align: "end",
      value: (row) => row.payout,
      cell: (row) => <Money amount={row.payout} />,
      foot: <Money amount={total.payout} />,
    },
    {
      key: "open",
      head: t("column.open"),
      align: "end",
      value: (row) => row.open,
      cell: (row) => (row.open === 0 ? "–" : <Money amount={row.open} />),
      foot: total.open === 0 ? "–" : <Money amount={total.open} />,
    },
    {
      key: "result",
      head: t("column.result"),
      align: "end",
      phone: "amount",
      value: (row) => row.result,
      cell: (row) => <Net amount={row.result} />,
    },
  ];
}
