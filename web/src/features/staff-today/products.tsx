import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Panel } from "#shared/ui/page.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import type { Figures } from "./today.ts";

type Product = Figures["products"][number];

const groups = ["casino", "slot", "sports", "minigame", "fishing", "virtual"] as const;
const groupOf = ({ groupCode }: Product) => groups.find((group) => group === groupCode) ?? "other";

/** Stakes and payouts of the day, product by product. */
export function Products({ products }: { products: Product[] }) {
  const { t } = useTranslation("today");
  const format = useFormat();
  const sum = (of: (row: Product) => number) => products.reduce((total, row) => total + of(row), 0);
  const amount = (key: string, head: string, of: (row: Product) => number): Column<Product> => ({
    key,
    head,
    align: "end",
    value: of,
    cell: (row) => <Money amount={of(row)} />,
    foot: <Money amount={sum(of)} />,
  });
  const columns: Column<Product>[] = [
    {
      key: "product",
      head: t("product"),
      phone: "title",
      value: (row) => row.name,
      cell: (row) => row.name || t("gone"),
      foot: t("total"),
    },
    { key: "group", head: t("group"), phone: "when", value: groupOf, cell: (row) => t(`group.${groupOf(row)}`) },
    {
      key: "bets",
      head: t("bets"),
      align: "end",
      value: (row) => row.bets,
      cell: (row) => format.number(row.bets),
      foot: format.number(sum((row) => row.bets)),
    },
    amount("stake", t("stake"), (row) => row.stake.now),
    amount("payout", t("payout"), (row) => row.payout),
    { ...amount("result", t("result"), (row) => row.ggr), phone: "amount" },
    amount("open", t("open"), (row) => row.open),
    amount("yesterday", t("yesterday"), (row) => row.stake.earlier),
  ];
  return (
    <Panel title={t("products")}>
      {products.length === 0 ? (
        <EmptyState art="games" title={t("products.none")}>
          {t("products.noneText")}
        </EmptyState>
      ) : (
        <DataTable
          caption={t("products")}
          rows={products}
          columns={columns}
          rowKey={(row) => row.procId}
          density="compact"
          sortable
        />
      )}
    </Panel>
  );
}
