import { type KeyboardEvent, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../icon.tsx";
import type { Column, Density } from "../table/column.ts";
import { Grid } from "../table/grid.tsx";
import { useGridKeys } from "../use-grid-keys.ts";
import { type TreeRow, type TreeSource, treeRows } from "./tree-rows.ts";
import classes from "./tree-table.module.css";

interface TreeTableProps<Row> extends TreeSource<Row> {
  caption: string;
  /** The first column is the tree. */
  columns: Column<Row>[];
  /** The name of a row in words. */
  nameOf(row: Row): string;
  open: ReadonlySet<string>;
  onOpen(open: ReadonlySet<string>): void;
  /** Opens a row's own page or card. */
  onRow?(row: Row): void;
  density?: Density;
}

/**
 * A table of rows below rows, such as partners and their members: only those in sight are in the page, however many are open. Right
 * opens a row or goes to the first one below it, left closes it or goes to the one above; up, down, Home and End as in every grid.
 */
export function TreeTable<Row>({
  caption,
  columns,
  nameOf,
  open,
  onOpen,
  onRow,
  density = "compact",
  roots,
  rowKey,
  hasChildren,
  childrenOf,
}: TreeTableProps<Row>) {
  const { t } = useTranslation("office");
  const keys = useGridKeys<HTMLDivElement>();
  const rows = useMemo(
    () => treeRows({ roots, rowKey, hasChildren, childrenOf }, open),
    [roots, rowKey, hasChildren, childrenOf, open],
  );
  const toggle = ({ key, open: opened }: TreeRow<Row>) => {
    const next = new Set(open);
    if (opened) next.delete(key);
    else next.add(key);
    onOpen(next);
  };
  const cells = columns.map((column, at): Column<TreeRow<Row>> => {
    const { cell, value, ...rest } = column;
    return {
      ...rest,
      cell: (line) =>
        at === 0 ? <Branch line={line} name={nameOf(line.row)} toggle={toggle} cell={cell} /> : cell(line.row),
      ...(value && { value: (line) => value(line.row) }),
    };
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
    const at = key === undefined ? -1 : rows.findIndex((line) => line.key === key);
    const here = rows[at];
    const next = here && step(event.key, at, rows);
    if (next === undefined) return keys.onKeyDown(event);
    event.preventDefault();
    if (next === "toggle") toggle(here as TreeRow<Row>);
    else focusRow(event.currentTarget, rows[next]?.key ?? "", next / rows.length);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the table inside
    <div {...keys} onKeyDown={onKeyDown} className={classes.tree}>
      <span className="visually-hidden" role="status">
        {rows.some(({ waiting }) => waiting) && t("tree.waiting")}
      </span>
      <Grid
        caption={caption}
        columns={cells}
        rows={rows}
        rowKey={({ key }) => key}
        density={density}
        tree={{ level: ({ level }) => level, open: (line) => line.open }}
        {...(onRow && { onRow: (line: TreeRow<Row>) => onRow(line.row) })}
      />
    </div>
  );
}

interface BranchProps<Row> {
  line: TreeRow<Row>;
  name: string;
  toggle(line: TreeRow<Row>): void;
  cell(row: Row): ReactNode;
}

/** The first cell: as far in as the row is deep, with the button that opens it. */
function Branch<Row>({ line, name, toggle, cell }: BranchProps<Row>) {
  const { t } = useTranslation("office");
  return (
    <span className={classes.branch} style={{ paddingInlineStart: `${line.level - 1}rem` }}>
      {line.open === undefined ? (
        // A row without others takes the focus too, or arrows would jump over it.
        <span data-cell={line.key} tabIndex={-1} className={classes.leaf}>
          {cell(line.row)}
        </span>
      ) : (
        <button
          type="button"
          data-cell={line.key}
          tabIndex={-1}
          className={classes.toggle}
          data-open={line.open}
          aria-busy={line.waiting}
          aria-label={t(line.open ? "tree.close" : "tree.open", { name })}
          onClick={(event) => {
            event.stopPropagation();
            toggle(line);
          }}
        >
          <Icon name={line.waiting ? "history" : "next"} size={16} />
        </button>
      )}
      {line.open !== undefined && cell(line.row)}
    </span>
  );
}

/** What a key does on a row of the tree: the index to go to, or toggling it; undefined for keys of every grid. */
function step<Row>(key: string, at: number, rows: TreeRow<Row>[]): number | "toggle" | undefined {
  const here = rows[at];
  if (!here) return undefined;
  if (key === "ArrowRight" && here.open !== undefined) return here.open ? Math.min(at + 1, rows.length - 1) : "toggle";
  if (key === "ArrowLeft") {
    if (here.open) return "toggle";
    const above = rows.slice(0, at).findLastIndex(({ level }) => level < here.level);
    return above < 0 ? undefined : above;
  }
  if (key === "Home") return 0;
  if (key === "End") return rows.length - 1;
  return undefined;
}

/** Focuses a row, which may be far from those in the page: then the table first scrolls to it. */
function focusRow(tree: HTMLElement, key: string, part: number): void {
  const find = () => tree.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`);
  const there = find();
  if (there) {
    there.focus();
    return;
  }
  const frame = tree.querySelector("table")?.parentElement;
  if (!frame) return;
  frame.scrollTop = part * frame.scrollHeight;
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
}
