import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo } from "react";
import type { Column, Density, Selection, Tree } from "./column.ts";
import classes from "./grid.module.css";
import type { Cuts } from "./use-cut-columns.ts";
import { useWidths } from "./use-widths.ts";

interface Line<Row> {
  key: string;
  row: Row;
}

interface BodyProps<Row> {
  lines: Line<Row>[];
  columns: Column<Row>[];
  rowClass: ((row: Row) => string | undefined) | undefined;
  onRow: ((row: Row) => void) | undefined;
  selection: Selection<Row> | undefined;
  tree: Tree<Row> | undefined;
  cuts: Cuts;
}

/** All rows. */
export function Body<Row>({ lines, ...rest }: BodyProps<Row>) {
  return (
    <tbody>
      {lines.map((line) => (
        <TableRow key={line.key} line={line} {...rest} />
      ))}
    </tbody>
  );
}

interface VirtualBodyProps<Row> extends BodyProps<Row> {
  /** The element that scrolls; null before it is in the page. */
  frame: HTMLDivElement | null;
  density: Density;
}

/** The height of a row; in a list of which not all rows are in the page no row is higher. */
const HEIGHT: Record<Density, number> = { comfortable: 44, compact: 36 };

/** The rows in sight and a few around them; the rest of the list is two empty rows of its height. */
export function VirtualBody<Row>({ frame, density, lines, ...rest }: VirtualBodyProps<Row>) {
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame,
    estimateSize: () => HEIGHT[density],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 8,
  });
  const { tree } = rest;
  const depth = useMemo(() => lines.reduce((most, { row }) => Math.max(most, tree?.level(row) ?? 0), 0), [lines, tree]);
  const items = virtual.getVirtualItems();
  // Not before there are rows to measure.
  useWidths(items.length > 0 ? frame : null, rest.columns, depth);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Gap height={before} />
      {items.map(({ index, key }) => {
        const line = lines[index];
        return line && <TableRow key={key} line={line} index={index} {...rest} />;
      })}
      <Gap height={after} />
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true" className={classes.gap}>
      <td style={{ blockSize: height }} />
    </tr>
  );
}

interface TableRowProps<Row> extends Omit<BodyProps<Row>, "lines"> {
  line: Line<Row>;
  /** Where the row stands in a list of which not all rows are in the page. */
  index?: number;
}

function TableRow<Row>({
  line: { key, row },
  index,
  columns,
  rowClass,
  onRow,
  selection,
  tree,
  cuts,
}: TableRowProps<Row>) {
  const chosen = selection?.chosen.has(key) ?? false;
  return (
    <tr
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-level={tree?.level(row)}
      aria-expanded={tree?.open(row)}
      className={rowClass?.(row)}
      data-press={onRow !== undefined || undefined}
      data-chosen={chosen || undefined}
      onClick={onRow ? () => onRow(row) : undefined}
    >
      {selection && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys press the checkbox inside
        <td className={classes.tick} onClick={(event) => event.stopPropagation()}>
          <input
            type="checkbox"
            aria-label={selection.label(row)}
            checked={chosen}
            onChange={() => {
              const next = new Set(selection.chosen);
              if (!next.delete(key)) next.add(key);
              selection.onChoose(next);
            }}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} data-cut={cuts.get(column.key)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
