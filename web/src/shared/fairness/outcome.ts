/** Balls of a game with a power ball, in the order in which they were drawn. */
export interface BallsOutcome {
  balls: number[];
  /** 0 to 9. */
  power: number;
}

/** A ladder: from the leg `start` down, every rung crosses over. Below, the left leg is odd and the right one even. */
export interface LadderOutcome {
  start: "left" | "right";
  lines: 3 | 4;
  end: "odd" | "even";
}

/** Numbers of a keno, in the order in which they were drawn. */
export interface KenoOutcome {
  balls: number[];
}

export type Face = "head" | "tail";

export interface CoinOutcome {
  coins: [Face, Face, Face];
}

/** The result of a draw. As JSON its members are in this order, as the rules write it. */
export type Outcome = BallsOutcome | LadderOutcome | KenoOutcome | CoinOutcome;
