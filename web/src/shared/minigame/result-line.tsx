import { useTranslation } from "react-i18next";
import classes from "./result-line.module.css";

/** The outcome, with the members of the game's kind. */
interface Drawn {
  readonly balls?: readonly number[] | undefined;
  readonly power?: number | null | undefined;
  readonly start?: string | undefined;
  readonly lines?: number | undefined;
  readonly end?: string | undefined;
  readonly coins?: readonly string[] | undefined;
}

interface ResultLineProps {
  game: string;
  outcome: Drawn;
  /** The numbers of the member: those that were drawn stand out. */
  picks?: readonly number[];
}

/** A result in one line: balls as balls, a ladder and coins as small drawings with their words. */
export function ResultLine({ game, outcome, picks }: ResultLineProps) {
  const { t } = useTranslation("minigame");
  const { balls, power, start, lines, end, coins } = outcome;
  if (start !== undefined && lines !== undefined && end !== undefined) {
    const left = start === "left";
    const text = [t(left ? "ladder.left" : "ladder.right"), t("ladder.lines", { count: lines })];
    return (
      <span className={classes.words}>
        <SmallLadder left={left} lines={lines} />
        {[...text, t(end === "odd" ? "ladder.odd" : "ladder.even")].join(" · ")}
      </span>
    );
  }
  if (coins !== undefined) {
    return (
      <span className={classes.words}>
        <span className={classes.coins} aria-hidden="true">
          {/* A coin has no name but its place. */}
          {coins
            .map((coin, place) => [place, coin] as const)
            .map(([place, coin]) => (
              <span key={place} className={classes.coin} data-face={coin} />
            ))}
        </span>
        {coins.map((coin) => t(coin === "head" ? "coin.head" : "coin.tail")).join(" · ")}
      </span>
    );
  }
  if (balls === undefined) return "–";
  return (
    <span className={classes.balls} data-game={game} data-picked={picks !== undefined && picks.length > 0}>
      {balls.map((number) => (
        // The blank is for those who hear or copy the line.
        <span key={number} className={classes.ball} data-hit={picks?.includes(number)}>
          {number}{" "}
        </span>
      ))}
      {typeof power === "number" && (
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

/** The way down from the leg of the start; every rung crosses over. */
function SmallLadder({ left, lines }: { left: boolean; lines: number }) {
  const [near, far] = left ? [5, 19] : [19, 5];
  const rungs = Array.from({ length: lines }, (_, at) => ((at + 1) * 24) / (lines + 1));
  const way = rungs.map((y, at) => `V${y}H${at % 2 === 0 ? far : near}`).join("");
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" className={classes.ladder} aria-hidden="true">
      <path d={`M5 1V23M19 1V23${rungs.map((y) => `M5 ${y}H19`).join("")}`} />
      <path d={`M${near} 1${way}V23`} className={classes.way} />
    </svg>
  );
}
