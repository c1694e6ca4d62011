import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#shared/ui/select-field.tsx";
import { isBalls, isKeno } from "./draw/outcome.ts";
import type { Market, MinigameGame, Round } from "./games.ts";
import { outcomeOf } from "./phase.ts";
import classes from "./play.module.css";
import { LastRounds } from "./road/last-rounds.tsx";
import { MarketRoads } from "./road/market-roads.tsx";
import { NumberCounts } from "./road/number-counts.tsx";
import { winnerOf } from "./winner.ts";
import { useDrawWords } from "./words.ts";

/** How many rounds the table shows. */
const LISTED = 10;

interface RecordsProps {
  game: MinigameGame;
  markets: readonly Market[];
  /** The newest first. */
  rounds: readonly Round[];
  /** The last round whose result may be told. */
  told: number;
}

/** The rounds that were drawn: as roads of a market, as counts and as a table. */
export function Records({ game, markets, rounds, told }: RecordsProps) {
  const { t } = useTranslation("minigame");
  const { marketName, pickName } = useDrawWords();
  const sided = markets.filter(({ selections }) => selections.length === 2);
  const [key, setKey] = useState<string>();
  const market = sided.find((one) => one.key === key) ?? sided[0];
  const drawn = rounds
    .filter(({ no }) => no <= told)
    .flatMap((round) => {
      const outcome = outcomeOf(round.outcome);
      return outcome ? [{ round: round.no, drawnAt: round.drawsAt, outcome }] : [];
    })
    .reverse();
  if (drawn.length === 0) return <p className={classes.note}>{t("records.empty")}</p>;
  const [a, b] = market?.selections ?? [];
  const side = (selection: { key: string }) => {
    const name = pickName(selection.key);
    return { name, letter: [...name][0] ?? "" };
  };
  const balls = drawn.flatMap(({ outcome }) => (isBalls(outcome) || isKeno(outcome) ? [outcome.balls] : []));
  return (
    <div className={classes.records}>
      {market && a && b && (
        <section className={classes.block}>
          <SelectField
            label={t("records.market")}
            value={market.key}
            options={sided.map((one) => ({ value: one.key, label: marketName(game.code, one.key) }))}
            onChange={setKey}
          />
          <MarketRoads
            title={marketName(game.code, market.key)}
            results={drawn.flatMap(({ round, outcome }) => {
              const winner = winnerOf(market, outcome);
              return winner ? [{ round, side: winner.key === a.key ? ("a" as const) : ("b" as const) }] : [];
            })}
            names={{ a: side(a), b: side(b) }}
          />
        </section>
      )}
      {balls.length > 0 && <NumberCounts draws={balls} lowest={1} highest={game.pool} />}
      <LastRounds game={game.code} rounds={drawn.slice(-LISTED)} />
    </div>
  );
}
