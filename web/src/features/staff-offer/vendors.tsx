import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { List } from "#shared/ui/list/list.tsx";
import { Nothing } from "./nothing.tsx";
import { type OfferedVendor, offerQuery } from "./offers.ts";
import { useSwitchColumns } from "./use-switch-columns.tsx";

/** The companies whose games the site offers, with what is open between the site and each of them. */
export function Vendors() {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const query = useQuery({ ...offerQuery, select: ({ vendors }) => ({ list: vendors }) });
  const { columns, dialog } = useSwitchColumns<OfferedVendor>("vendor", ({ id }) => ({ id, name: id }));
  const sum = (count: number, amount: number) =>
    count === 0 ? "–" : t("sum", { number: format.number(count), amount: format.money(amount) });
  const keyText = ({ id, until }: OfferedVendor["keys"][number]) =>
    until ? t("keyUntil", { id, until: format.dateTime(until) }) : id;
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("part.vendors")}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "name",
            head: t("vendor"),
            phone: "title",
            cell: ({ id, family }) => (
              <>
                <strong>{id}</strong> <span className={staff.dim}>{family}</span>
              </>
            ),
          },
          { key: "products", head: t("part.products"), align: "end", cell: (row) => format.number(row.products) },
          {
            key: "transfers",
            head: t("transfers"),
            align: "end",
            cell: (row) => sum(row.transfers, row.transferAmount),
          },
          { key: "debts", head: t("debts"), align: "end", cell: (row) => sum(row.debts, row.debtAmount) },
          {
            key: "keys",
            head: t("keys"),
            cell: ({ keys }) => <span className={staff.wrap}>{keys.map(keyText).join(", ") || "–"}</span>,
          },
          {
            key: "networks",
            head: t("networks"),
            cell: ({ networks }) => <span className={staff.wrap}>{networks.join(", ") || t("networks.any")}</span>,
          },
          ...columns,
        ]}
        empty={<Nothing />}
      />
      {dialog}
    </>
  );
}
