import { createRoot } from "react-dom/client";
import { startI18n } from "#shared/i18n/i18n.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import "#shared/ui/tokens.css";
import "#shared/ui/base.css";

interface Row {
  id: number;
  name: string;
  amount: number;
}

const ROWS = 5_000;
const rows: Row[] = Array.from({ length: ROWS }, (_, id) => ({
  id,
  name: `member${id}`,
  amount: (id * 7_919) % 100_000,
}));

const columns: Column<Row>[] = [
  { key: "name", head: "Member", value: (row) => row.name, cell: (row) => row.name, foot: `${ROWS} rows` },
  ...Array.from({ length: 10 }, (_, index) => ({
    key: `c${index}`,
    head: `Column ${index}`,
    align: "end" as const,
    value: (row: Row) => row.amount + index,
    cell: (row: Row) => (row.amount + index).toLocaleString("en"),
  })),
];

await startI18n("member");
const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <DataTable caption="Rows" density="compact" sortable columns={columns} rows={rows} rowKey={(row) => row.id} />,
  );
}
