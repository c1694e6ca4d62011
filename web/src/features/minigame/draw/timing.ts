/** How long each draw takes in ms, whatever its result. */
export const BALLS_MS = 13_000;
export const LADDER_MS = 9_000;
export const COINS_MS = 7_000;
export const KENO_MS = 14_500;

/** A sound at its time in the draw, in ms. */
export interface Cue {
  at: number;
  sound: "ball" | "coin" | "rung" | "end";
}

/** How far a part of a draw is, from 0 to 1. */
export function part(ms: number, from: number, length: number): number {
  return Math.min(1, Math.max(0, (ms - from) / length));
}

/** Begins and ends slowly. */
export const smooth = (at: number) => at * at * (3 - 2 * at);

/** Begins quickly and ends slowly. */
export const easeOut = (at: number) => 1 - (1 - at) ** 3;
