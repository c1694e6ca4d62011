import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useKindName } from "./ledger-kind.ts";
import { type LedgerRow, ledgerQuery, type PartProps } from "./person.ts";
import { Nothing } from "./person-nothing.tsx";
import { Marked, RowLink } from "./row-link.tsx";
import { useSourceLink } from "./source-link.tsx";

const units = { cash: "unit.cash", hold: "unit.hold", point: "unit.point" } as const;
const isUnit = (unit: string): unit is keyof typeof units => Object.hasOwn(units, unit);

/** Every move of the member's wallet, or of the points alone, with the balance after it, and what explains it. */
export function Ledger({ wanted, onPage, part }: PartProps & { part: "ledger" | "points" }) {
  const { t } = useTranslation("person");
  const format = useFormat();
  const source = useSourceLink(wanted.memId);
  const kindName = useKindName();
  const money = (amount: number, unit: string) => <Money amount={amount} unit={unit === "point" ? "points" : "cash"} />;
  const unit: Column<LedgerRow> = {
    key: "unit",
    head: t("unit"),
    cell: (row) => (isUnit(row.unit) ? t(units[row.unit]) : row.unit),
  };
  return (
    <List
      density="compact"
      query={useQuery(ledgerQuery(part, wanted))}
      caption={t(`tab.${part}`)}
      {...(part === "ledger" && { name: "ledger" })}
      rowKey={({ no }) => no}
      chosen={wanted.row}
      columns={[
        {
          key: "at",
          head: t("at"),
          phone: "when",
          cell: (row) => <Marked on={row.no === wanted.row}>{format.moment(row.at)}</Marked>,
        },
        { key: "kind", head: t("kind"), phone: "title", cell: (row) => kindName(row.kind) },
        ...(part === "ledger" ? [unit] : []),
        { key: "amount", head: t("amount"), align: "end", phone: "amount", cell: (row) => money(row.amount, row.unit) },
        { key: "after", head: t("after"), align: "end", phone: "state", cell: (row) => money(row.balance, row.unit) },
        { key: "because", head: t("because"), cell: source },
        {
          key: "no",
          head: t("number"),
          align: "end",
          cell: (row) => <RowLink memId={wanted.memId} part={part} row={row.no} />,
        },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}
