import { MovingOdds } from "#shared/ui/bet/moving-odds.tsx";
import type { OddsButtonProps } from "#shared/ui/bet/odds-button.tsx";
import { useGridKeys } from "#shared/ui/use-grid-keys.ts";
import classes from "./odds-row.module.css";

interface OddsRowProps {
  /** The market. */
  name: string;
  prices: readonly (OddsButtonProps & { id: string })[];
}

/** More selections than these stand in rows of four. */
const IN_A_ROW = 3;
const COLUMNS = 4;

/** The selections of a market without lines. One stop for Tab; arrows walk from price to price. */
export function OddsRow({ name, prices }: OddsRowProps) {
  const keys = useGridKeys();
  const each = prices.length > IN_A_ROW ? COLUMNS : prices.length;
  const rows = Array.from({ length: Math.ceil(prices.length / each) }, (_, at) =>
    prices.slice(at * each, (at + 1) * each),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern on a table
    <table role="grid" aria-label={name} className={classes.row} {...keys}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]?.id}>
            {row.map(({ id, ...price }) => (
              <td key={id}>
                <MovingOdds {...price} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
