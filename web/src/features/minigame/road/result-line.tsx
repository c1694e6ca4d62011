import { useTranslation } from "react-i18next";
import { isBalls, isCoins, isLadder, type Outcome } from "../draw/outcome.ts";
import classes from "./road.module.css";

/** A result in one line: balls as balls, the rest in words. */
export function ResultLine({ game, outcome }: { game: string; outcome: Outcome }) {
  const { t } = useTranslation("minigame");
  if (isLadder(outcome)) {
    const lines = t("ladder.lines", { count: outcome.lines });
    return `${t(`ladder.${outcome.start}`)} · ${lines} · ${t(`ladder.${outcome.end}`)}`;
  }
  if (isCoins(outcome)) return outcome.coins.map((coin) => t(`coin.${coin}`)).join(" · ");
  const power = isBalls(outcome) ? outcome.power : null;
  return (
    <span className={classes.balls} data-game={game}>
      {outcome.balls.map((number) => (
        // The blank is for those who hear or copy the line.
        <span key={number} className={classes.ball}>
          {number}{" "}
        </span>
      ))}
      {power !== null && (
        <span className={classes.power}>
          <span aria-hidden="true">{power}</span>
          <span className="visually-hidden">
            {t(game.startsWith("meta") ? "balls.powerMeta" : "balls.power", { power })}
          </span>
        </span>
      )}
    </span>
  );
}
