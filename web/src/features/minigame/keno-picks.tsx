import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { writeOdds } from "#shared/odds.ts";
import { Button } from "#shared/ui/button.tsx";
import type { Market } from "./games.ts";
import classes from "./keno-picks.module.css";
import { useDrawWords } from "./words.ts";

/** The numbers are 1 to this one. */
const HIGHEST = 70;
const numbers = Array.from({ length: HIGHEST }, (_, at) => at + 1);

/** Returns the picks with a number put in or taken out, ascending; the same ones when there is no room. */
function withPick(picks: readonly number[], number: number, most: number): readonly number[] {
  if (picks.includes(number)) return picks.filter((one) => one !== number);
  return picks.length >= most ? picks : [...picks, number].sort((a, b) => a - b);
}

interface KenoPicksProps {
  market: Market;
  picks: readonly number[];
  disabled: boolean;
  onPicks(picks: readonly number[]): void;
}

/** A board on which the member picks numbers, and what so many numbers pay. */
export function KenoPicks({ market, picks, disabled, onPicks }: KenoPicksProps) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const { marketName } = useDrawWords();
  const most = market.spots.reduce((all, one) => Math.max(all, one.picks), 0);
  const table = market.spots.find((one) => one.picks === picks.length);
  const full = picks.length >= most;
  return (
    <fieldset className={classes.picks}>
      <legend>{marketName("keno", market.key)}</legend>
      <div className={classes.head}>
        <span aria-live="polite">{t("picks.chosen", { picks: picks.length, most })}</span>
        <Button variant="ghost" size="sm" disabled={picks.length === 0 || disabled} onClick={() => onPicks([])}>
          {t("picks.clear")}
        </Button>
      </div>
      <div className={classes.board}>
        {numbers.map((number) => {
          const picked = picks.includes(number);
          return (
            <button
              key={number}
              type="button"
              aria-pressed={picked}
              aria-disabled={disabled || (full && !picked)}
              onClick={() => disabled || onPicks(withPick(picks, number, most))}
            >
              {number}
            </button>
          );
        })}
      </div>
      {table ? (
        <table className={classes.pays}>
          <caption>{t("picks.pays", { count: table.picks })}</caption>
          <tbody>
            {table.pays.map((price, hits) =>
              price > 0 ? (
                <tr key={hits}>
                  <th scope="row">{t("picks.hits", { count: hits })}</th>
                  <td>×{writeOdds(price, "decimal")}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      ) : (
        <p className={classes.hint}>{t("picks.hint", { most: format.number(most) })}</p>
      )}
    </fieldset>
  );
}
