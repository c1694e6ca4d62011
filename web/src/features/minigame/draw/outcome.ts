/** The outcome of a draw, by the kind of its game, as the server publishes it. */
export interface BallsOutcome {
  /** In the order drawn. */
  balls: readonly number[];
  /** 0–9 */
  power: number;
}

export interface LadderOutcome {
  start: "left" | "right";
  lines: 3 | 4;
  end: "odd" | "even";
}

export interface KenoOutcome {
  /** 22 different numbers of 1–70, in the order drawn. */
  balls: readonly number[];
}

export type Coin = "head" | "tail";

export interface CoinOutcome {
  coins: readonly Coin[];
}

export type Outcome = BallsOutcome | LadderOutcome | KenoOutcome | CoinOutcome;

export type Kind = "balls" | "ladder" | "keno" | "coin";

/** The props of every draw. */
export interface DrawProps<Drawn extends Outcome = Outcome> {
  /** The game's code: pwball, ladders, keno, … */
  game: string;
  /** The number of the round. With the game it is the seed of all cosmetic motion. */
  round: number;
  /** Null until the result is published: the draw rests or mixes. */
  outcome: Drawn | null;
  /** The server's time in ms at which the draw began; null shows an outcome of before at once. */
  since: number | null;
  /** The server's time in ms, by the offset that the page measured. */
  now(): number;
  /** Shows the result without motion, for readers who want less of it. */
  still: boolean;
}

const kinds: Record<string, Kind> = {
  pwball: "balls",
  eos3: "balls",
  eos5: "balls",
  meta3: "balls",
  meta5: "balls",
  ladders: "ladder",
  kenoladder: "ladder",
  keno: "keno",
  coin3: "coin",
  coin5: "coin",
};

/** Returns the kind of a game; undefined for a code that this version of the pages does not know. */
export function kindOf(game: string): Kind | undefined {
  return kinds[game];
}

export const isBalls = (outcome: Outcome): outcome is BallsOutcome => "power" in outcome;
export const isLadder = (outcome: Outcome): outcome is LadderOutcome => "lines" in outcome;
export const isCoins = (outcome: Outcome): outcome is CoinOutcome => "coins" in outcome;
export const isKeno = (outcome: Outcome): outcome is KenoOutcome => "balls" in outcome && !isBalls(outcome);

interface BallSet {
  /** Balls are 1–highest in the large drum. */
  highest: number;
  /** How many of them are drawn. */
  drawn: number;
}

/** Returns the balls of a game; the small drum always holds 0–9. */
export function ballSet(game: string): BallSet {
  return game.startsWith("meta") ? { highest: 20, drawn: 4 } : { highest: 28, drawn: 5 };
}
