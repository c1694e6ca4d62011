import { useTranslation } from "react-i18next";
import type { OddsForm } from "../../odds.ts";
import { useGridKeys } from "../use-grid-keys.ts";
import classes from "./match-list.module.css";
import { type Match, MatchRow } from "./match-row.tsx";

/** roomy: for a thumb. standard: two lines. dense: one line for each match, for those who look at all of them. */
export type MatchDensity = "roomy" | "standard" | "dense";

interface MatchListProps {
  /** The name of the list: its league, or what it was searched by. */
  name: string;
  /** The outcomes of the market that the rows show: "1", "X", "2". */
  columns: readonly string[];
  matches: readonly Match[];
  density: MatchDensity;
  form?: OddsForm;
  /** The ids of the prices on the slip. */
  chosen: ReadonlySet<string>;
  onChoose(priceId: string): void;
  onOpen(matchId: string): void;
  onFavourite(matchId: string, favourite: boolean): void;
}

/** Matches with the prices of one market. One stop for Tab; arrows walk over matches, prices and buttons. */
export function MatchList({ name, columns, matches, density, ...rest }: MatchListProps) {
  const { t } = useTranslation("play");
  const keys = useGridKeys();
  return (
    <div className={classes.frame}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern on a table
        role="grid"
        aria-label={name}
        className={classes.list}
        data-density={density}
        data-prices={columns.length}
        {...keys}
      >
        <thead>
          <tr>
            <th scope="col">{t("match.head")}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t("match.more")}</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">{t("match.favourite")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <MatchRow key={match.id} match={match} density={density} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
