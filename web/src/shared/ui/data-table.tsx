import type { ReactNode } from "react";
import classes from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** Figures stand at the end of their column. */
  align?: "start" | "end";
  /** On a phone the row becomes a card; `title` stands on top without its label, `hide` is left out. */
  phone?: "title" | "hide";
  /** Totals below the column. */
  foot?: ReactNode;
}

interface DataTableProps<Row> {
  /** The caption of the table; read out, not shown. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string | number;
  /** 36-px rows for the back office. */
  dense?: boolean;
  rowClass?(row: Row): string | undefined;
  onRow?(row: Row): void;
}

/** A real table with a sticky head; on a phone each row is a card with its labels. */
export function DataTable<Row>({ caption, columns, rows, rowKey, dense, rowClass, onRow }: DataTableProps<Row>) {
  const foot = columns.some((column) => column.foot !== undefined);
  return (
    <div className={`${classes.frame} ${dense ? classes.dense : ""}`}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowClass?.(row)} onClick={onRow ? () => onRow(row) : undefined}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align} data-phone={column.phone}>
                  <span className={classes.label} aria-hidden="true">
                    {column.head}
                  </span>
                  <span className={classes.value}>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-phone={column.foot === undefined ? "hide" : column.phone}
                >
                  <span className={classes.label} aria-hidden="true">
                    {column.head}
                  </span>
                  <span className={classes.value}>{column.foot}</span>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
