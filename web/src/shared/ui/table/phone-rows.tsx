import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { type Column, nameOf, type TableProps } from "./column.ts";
import classes from "./phone-rows.module.css";

interface PhoneRowsProps<Row> extends TableProps<Row> {
  /** The title is a link that leads to the row's page: the whole row is its target. */
  linked?: boolean;
}

/**
 * A list on a phone: rows of two lines, what and how much, when and in which state. A row opens a sheet with all that the table has
 * of it, unless the page opens something of its own or the row is a link. The totals stand above the rows.
 */
export function PhoneRows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  onRow,
  linked = false,
  selection,
}: PhoneRowsProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string>();
  const opened = open === undefined ? undefined : rows.find((row) => String(rowKey(row)) === open);
  const part = (place: NonNullable<Column<Row>["phone"]>, row: Row): ReactNode =>
    columns.find((column) => column.phone === place)?.cell(row);
  return (
    <>
      <Totals columns={columns} />
      <ul className={classes.rows} aria-label={caption}>
        {rows.map((row) => {
          const key = String(rowKey(row));
          // The blanks are for those who hear the row.
          const lines = (
            <>
              <span className={classes.title}>{part("title", row)}</span>{" "}
              <span className={classes.amount}>{part("amount", row)}</span>{" "}
              <span className={classes.when}>{part("when", row)}</span>{" "}
              <span className={classes.state}>{part("state", row)}</span>
            </>
          );
          return (
            <li key={key} className={classes.row} data-linked={linked || undefined}>
              {selection && (
                <input
                  type="checkbox"
                  className={classes.tick}
                  aria-label={selection.label(row)}
                  checked={selection.chosen.has(key)}
                  onChange={() => {
                    const next = new Set(selection.chosen);
                    if (!next.delete(key)) next.add(key);
                    selection.onChoose(next);
                  }}
                />
              )}
              {linked ? (
                <div className={classes.lines}>{lines}</div>
              ) : (
                <button
                  type="button"
                  className={classes.lines}
                  aria-haspopup="dialog"
                  onClick={() => (onRow ? onRow(row) : setOpen(key))}
                >
                  {lines}
                </button>
              )}
              <span className={classes.mark}>
                <Icon name="next" size={16} />
              </span>
            </li>
          );
        })}
      </ul>
      {opened !== undefined && (
        <Dialog title={t("table.row")} onClose={() => setOpen(undefined)}>
          <dl className={classes.values}>
            {columns.map((column) => (
              <div key={column.key} data-name={nameOf(column) !== "" || undefined}>
                <dt>{column.head}</dt>
                <dd>{column.cell(opened)}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}

/** The totals of the columns that have one, each with the column's name; the first total names them all. */
function Totals<Row>({ columns }: { columns: Column<Row>[] }) {
  const [first, ...others] = columns.filter((column) => column.foot !== undefined && column.foot !== "");
  if (first === undefined) return null;
  return (
    <div className={classes.totals}>
      <p>{first.foot}</p>
      {others.length > 0 && (
        <dl>
          {others.map((column) => (
            <div key={column.key}>
              <dt>{column.head}</dt>
              <dd>{column.foot}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
