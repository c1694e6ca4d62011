import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { scrollStop } from "../scroll-stop.ts";
import { Body, VirtualBody } from "./body.tsx";
import type { Column, TableProps } from "./column.ts";
import classes from "./grid.module.css";
import { Head } from "./head.tsx";
import { type Cuts, useCutColumns } from "./use-cut-columns.ts";

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, alphanumeric: sortFn_alphanumeric },
});

/** With more rows than this only those in sight are in the page. */
const VIRTUAL_ROWS = 100;

/** A real table with head, totals and first column always in sight. It scrolls in itself when it is longer than the window. */
export function Grid<Row>({
  caption,
  columns,
  rows,
  rowKey,
  density = "comfortable",
  rowClass,
  onRow,
  sortable = false,
  selection,
  hidden,
  tree,
}: TableProps<Row>) {
  const { t } = useTranslation();
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const frameRef = useCallback((part: HTMLDivElement | null) => {
    setFrame(part);
    return scrollStop(part);
  }, []);
  const [sorting, setSorting] = useState<SortingState>([]);
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.key,
        accessorFn: ({ row }: { row: Row }) => column.value?.(row) ?? undefined,
        enableSorting: sortable && column.value !== undefined,
        sortFn: column.align === "end" ? ("basic" as const) : ("alphanumeric" as const),
        sortUndefined: "last" as const,
      })),
    [columns, sortable],
  );
  // In an object of its own: a row may be of any type, and the library wants objects.
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selection?.chosen ?? [])].map((key) => [key, true as const])),
    [selection?.chosen],
  );
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: ({ row }) => String(rowKey(row)),
    state: {
      sorting,
      rowSelection,
      columnVisibility: Object.fromEntries([...(hidden ?? [])].map((key) => [key, false])),
    },
    onSortingChange: setSorting,
    onRowSelectionChange: (update) => {
      const next = typeof update === "function" ? update(rowSelection) : update;
      selection?.onChoose(new Set(Object.keys(next)));
    },
  });
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => columns.filter(({ key }) => key === id));
  const lines = table.getRowModel().rows.map((row) => ({ key: row.id, row: row.original.row }));
  const cuts = useCutColumns(frame, shown.map(({ key }) => key).join(" "));
  const parts = { lines, columns: shown, rowClass, onRow, selection, tree, cuts };
  const virtual = rows.length > VIRTUAL_ROWS;
  return (
    <div ref={frameRef} className={`${classes.frame} ${classes[density]}`}>
      <table
        className={classes.table}
        {...(tree && { role: "treegrid" })}
        {...(virtual && { "aria-rowcount": rows.length + 1 })}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.tick}>
                <input
                  type="checkbox"
                  aria-label={t("table.chooseAll")}
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
            )}
            {shown.map((column) => (
              <Head key={column.key} column={column} of={table.getColumn(column.key)} />
            ))}
          </tr>
        </thead>
        {virtual ? <VirtualBody frame={frame} density={density} {...parts} /> : <Body {...parts} />}
        <Foot columns={shown} ticks={selection !== undefined} cuts={cuts} />
      </table>
    </div>
  );
}

/** The totals; nothing where no column has one. */
function Foot<Row>({ columns, ticks, cuts }: { columns: Column<Row>[]; ticks: boolean; cuts: Cuts }) {
  if (columns.every((column) => column.foot === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {ticks && <td />}
        {columns.map((column) => (
          <td key={column.key} data-align={column.align} data-cut={cuts.get(column.key)}>
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
