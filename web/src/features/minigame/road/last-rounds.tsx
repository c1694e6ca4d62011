import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import type { Outcome } from "../draw/outcome.ts";
import classes from "./road.module.css";

export interface PastRound {
  round: number;
  /** When it was drawn, ISO 8601. */
  drawnAt: string;
  outcome: Outcome;
}

/** The last rounds of a game, the newest on top. `rounds` is from the oldest to the newest, as in the roads. */
export function LastRounds({ game, rounds }: { game: string; rounds: readonly PastRound[] }) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  return (
    <table className={classes.rounds}>
      <caption>{t("rounds.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("rounds.round")}</th>
          <th scope="col">{t("rounds.time")}</th>
          <th scope="col">{t("rounds.result")}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.toReversed().map(({ round, drawnAt, outcome }) => (
          <tr key={round}>
            <th scope="row">{format.number(round)}</th>
            <td>
              <time dateTime={drawnAt}>{format.time(drawnAt)}</time>
            </td>
            <td>
              <ResultLine game={game} outcome={outcome} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
