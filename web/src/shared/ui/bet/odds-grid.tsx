import { useGridKeys } from "../use-grid-keys.ts";
import { MovingOdds } from "./moving-odds.tsx";
import type { OddsButtonProps } from "./odds-button.tsx";
import classes from "./odds-grid.module.css";

interface OddsGridRow {
  /** The line: "2.5", "−0.5". */
  name: string;
  /** One price for each column; null where there is none. */
  prices: (OddsButtonProps | null)[];
}

interface OddsGridProps {
  /** The market. */
  name: string;
  /** The head of the lines' column: "Line", "Goals". */
  corner: string;
  columns: readonly string[];
  rows: readonly OddsGridRow[];
}

/** A market with several lines. One stop for Tab; arrows walk from price to price. */
export function OddsGrid({ name, corner, columns, rows }: OddsGridProps) {
  const keys = useGridKeys();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern on a table
    <table role="grid" aria-label={name} className={classes.grid} {...keys}>
      <thead>
        <tr>
          {[corner, ...columns].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {row.prices.map((price, column) => (
              <td key={columns[column]}>{price && <MovingOdds {...price} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
