import type { ReactNode } from "react";

/** A column of a list, as data. */
export interface Column<Row> {
  key: string;
  /** A head that is no text belongs to a column without a name, such as the row's buttons: it can be neither hidden nor exported. */
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** Figures stand at the end of their column. */
  align?: "start" | "end";
  /**
   * The place in a row of two lines on a phone: title and amount in the first, when and state in the second. Other columns are in
   * the sheet that the row opens.
   */
  phone?: "title" | "amount" | "when" | "state";
  /** The total below the column. */
  foot?: ReactNode;
  /** The plain value: what rows are sorted by where the whole list is here, and what a file of the list holds. */
  value?(row: Row): string | number | null;
  /** Hidden in the table until it is chosen. */
  extra?: boolean;
}

export type Density = "comfortable" | "compact";

/** Rows that can be chosen for an action on several. The keys are those of rowKey, as texts. */
export interface Selection<Row> {
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  /** The name of a row's checkbox. */
  label(row: Row): string;
}

/** Rows that stand below others (tree/tree-table.tsx). */
export interface Tree<Row> {
  /** From 1. */
  level(row: Row): number;
  /** Whether the rows below it are shown; undefined for a row that has none. */
  open(row: Row): boolean | undefined;
}

export interface TableProps<Row> {
  /** The caption of the table; read out, not shown. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): string | number;
  /** Rows of 44 px, or of 36 px for the back office and for members who want more lines in sight. */
  density?: Density;
  rowClass?(row: Row): string | undefined;
  onRow?(row: Row): void;
  /** The whole list is here, so its columns sort it. A list that comes in pages keeps the order of the server. */
  sortable?: boolean;
  selection?: Selection<Row>;
  /** The keys of the columns that are not shown. */
  hidden?: ReadonlySet<string>;
  tree?: Tree<Row>;
}

/** The head of a column in words; empty where the column has no name. */
export function nameOf<Row>(column: Column<Row>): string {
  return typeof column.head === "string" ? column.head : "";
}

/** Whether a column holds figures, which are shown whole or not at all. */
export function isFigures<Row>(column: Column<Row>): boolean {
  return column.align === "end" && nameOf(column) !== "";
}
