import { type Kind, kindOf, type Outcome } from "./draw/outcome.ts";
import { BALLS_MS, COINS_MS, KENO_MS, LADDER_MS } from "./draw/timing.ts";
import type { Round, Standing } from "./games.ts";

const lengths: Record<Kind, number> = { balls: BALLS_MS, ladder: LADDER_MS, coin: COINS_MS, keno: KENO_MS };

/** The step of a game now. betting: a round takes bets. closed: it waits for its draw. due: its draw is about to be published. */
type Step = "betting" | "closed" | "due" | "none";

export interface Phase {
  step: Step;
  /** The round that takes bets or waits for its draw. */
  round: Round | null;
  /** The round that takes bets now; bets go on it while the draw of the one before is still shown. */
  open: Round | null;
  /** The round on the stage, with its result or waiting for it. */
  shown: Round | null;
  /** When the draw on the stage began, in ms; null: it has not. */
  since: number | null;
  /** Whether the draw on the stage is still running. */
  running: boolean;
  /** The last round whose result may be told; higher ones are still being drawn. */
  told: number;
  /** When something of this changes by time alone, in ms; null: never. */
  changesAt: number | null;
}

const ms = Date.parse;

/** When the draw of a round that has ended began: at its time, or once it was published if that was later. */
function drawBegan({ drawsAt, endedAt }: Pick<Round, "drawsAt" | "endedAt">): number {
  return Math.max(ms(drawsAt), endedAt === null ? 0 : ms(endedAt));
}

/** Returns what a game does at a time (ms, of the server). */
export function phaseAt({ game, rounds, last }: Standing, now: number): Phase {
  const kind = kindOf(game);
  const length = kind ? lengths[kind] : 0;
  const open = rounds.find(({ opensAt, closesAt }) => ms(opensAt) <= now && now < ms(closesAt)) ?? null;
  const waiting = rounds.find(({ closesAt }) => now >= ms(closesAt)) ?? null;
  const began = last && drawBegan(last);
  const running = last?.outcome !== null && began !== null && now < began + length;
  // A result stays until betting on the next round has closed.
  const shown = waiting && !running ? waiting : last;
  const due = waiting !== null && now >= ms(waiting.drawsAt);
  const times = [
    ...rounds.flatMap(({ opensAt, closesAt, drawsAt }) => [ms(opensAt), ms(closesAt), ms(drawsAt)]),
    ...(began === null ? [] : [began + length]),
  ].filter((time) => time > now);
  return {
    step: waiting ? (due ? "due" : "closed") : open ? "betting" : "none",
    round: waiting ?? open,
    open,
    shown,
    since: shown !== null && shown === last ? began : null,
    running,
    told: last ? (running ? last.no - 1 : last.no) : 0,
    changesAt: times.length > 0 ? Math.min(...times) : null,
  };
}

type Wire = Round["outcome"];

/** Reads an outcome as the server publishes it; null if these pages do not know it. */
export function outcomeOf(wire: Wire): Outcome | null {
  if (!wire) return null;
  const { balls, power, start, lines, end, coins } = wire;
  if (balls) return typeof power === "number" ? { balls, power } : { balls };
  if ((start === "left" || start === "right") && (lines === 3 || lines === 4) && (end === "odd" || end === "even"))
    return { start, lines, end };
  if (coins) return { coins: coins.map((coin) => (coin === "head" ? "head" : "tail")) };
  return null;
}
