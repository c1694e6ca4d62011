import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { OddsForm } from "../../odds.ts";
import { Icon } from "../icon.tsx";
import classes from "./match-list.module.css";
import type { MatchDensity } from "./match-list.tsx";
import { MovingOdds } from "./moving-odds.tsx";
import type { PriceState } from "./odds-button.tsx";

interface MatchPrice {
  id: string;
  label: string;
  /** Thousandths. */
  odds: number;
  state?: PriceState;
}

export interface Match {
  id: string;
  home: string;
  away: string;
  league?: string;
  /** When it begins, or in play how far it is: "19:30", "67′". */
  clock: string;
  live?: boolean;
  score?: readonly [home: number, away: number];
  favourite?: boolean;
  /** In the order of the list's columns; null where there is none. */
  prices: readonly (MatchPrice | null)[];
  /** How many markets there are beside the one shown. */
  more: number;
}

interface MatchRowProps {
  match: Match;
  density: MatchDensity;
  form?: OddsForm;
  chosen: ReadonlySet<string>;
  onChoose(priceId: string): void;
  onOpen(matchId: string): void;
  onFavourite(matchId: string, favourite: boolean): void;
}

/**
 * One match: when, who, how it stands, the prices of the list's market, the way to the others. While prices move, only the rows of
 * matches that changed are drawn again.
 */
export const MatchRow = memo(function MatchRow({
  match,
  density,
  form,
  chosen,
  onChoose,
  onOpen,
  onFavourite,
}: MatchRowProps) {
  const { t } = useTranslation("play");
  const { id, home, away, league, clock, live = false, score, favourite = false, prices, more } = match;
  return (
    <tr data-live={live || undefined}>
      <th scope="row">
        <button type="button" data-cell="" tabIndex={-1} className={classes.match} onClick={() => onOpen(id)}>
          <span className={classes.clock}>
            {live && <span className={classes.lamp} />}
            {live && <span className="visually-hidden">{t("match.live")}</span>}
            {clock}
          </span>
          {league && density === "roomy" && <span className={classes.league}>{league}</span>}
          <span className={classes.teams}>
            <span>{home}</span>
            <span>{away}</span>
          </span>
          {score && (
            <span className={classes.score}>
              <span>{score[0]}</span>
              <span aria-hidden="true">:</span>
              <span>{score[1]}</span>
            </span>
          )}
        </button>
      </th>
      {prices.map((price, at) => (
        <td key={at} className={classes.price}>
          {price && (
            <MovingOdds
              label={price.label}
              odds={price.odds}
              {...(price.state && { state: price.state })}
              {...(form && { form })}
              bare={density === "dense"}
              chosen={chosen.has(price.id)}
              onChoose={() => onChoose(price.id)}
            />
          )}
        </td>
      ))}
      <td className={classes.more}>
        <button
          type="button"
          data-cell=""
          tabIndex={-1}
          aria-label={`+${more} ${t("match.all", { match: `${home} – ${away}` })}`}
          onClick={() => onOpen(id)}
        >
          +{more}
        </button>
      </td>
      <td className={classes.favourite}>
        <button
          type="button"
          data-cell=""
          tabIndex={-1}
          aria-pressed={favourite}
          aria-label={t("match.keep", { match: `${home} – ${away}` })}
          onClick={() => onFavourite(id, !favourite)}
        >
          <Icon name="star" size={16} />
        </button>
      </td>
    </tr>
  );
});
