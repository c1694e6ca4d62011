export interface TreeRow<Row> {
  key: string;
  row: Row;
  /** From 1. */
  level: number;
  /** Whether its rows are shown; undefined if it has none. */
  open: boolean | undefined;
  /** Its rows are on their way. */
  waiting: boolean;
}

export interface TreeSource<Row> {
  roots: readonly Row[];
  rowKey(row: Row): string;
  /** Whether there are rows below; their number need not be known. */
  hasChildren(row: Row): boolean;
  /** The rows below; undefined until they are here. */
  childrenOf(row: Row): readonly Row[] | undefined;
}

/** The rows in sight, from top to bottom: the roots, and whatever stands below an open row. */
export function treeRows<Row>(source: TreeSource<Row>, open: ReadonlySet<string>): TreeRow<Row>[] {
  const { roots, rowKey, hasChildren, childrenOf } = source;
  const shown: TreeRow<Row>[] = [];
  const add = (rows: readonly Row[], level: number) => {
    for (const row of rows) {
      const key = rowKey(row);
      const branch = hasChildren(row);
      const opened = branch && open.has(key);
      const below = opened ? childrenOf(row) : undefined;
      shown.push({ key, row, level, open: branch ? opened : undefined, waiting: opened && below === undefined });
      if (below) add(below, level + 1);
    }
  };
  add(roots, 1);
  return shown;
}
