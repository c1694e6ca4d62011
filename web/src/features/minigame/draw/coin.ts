import type { Coin } from "./outcome.ts";
import { seeded } from "./random.ts";
import { type Cue, easeOut, part, smooth } from "./timing.ts";

/** The drawing in its own units. */
export const COIN_SCENE = { width: 640, height: 336 };
export const COINS = 3;
export const COIN = { first: 122, apart: 198, y: 194, radius: 74, thick: 11 };

/** When the first coin is tossed, the time between two, in the air, and coming to rest, in ms. */
const FIRST = 500;
const BETWEEN = 1_900;
const FLIGHT = 1_350;
const SETTLE = 750;
/** How far a coin that waits leans back, in half turns: hardly a face is seen of it. */
const LEAN = 0.4;
/** Half turns in the air of a coin that shows its head; one more for a tail. */
const TURNS = 10;
const HEIGHT = 116;

export interface CoinPose {
  /** Half turns about the axis across: 0 is head, 1 is tail, to the reader. */
  turn: number;
  /** Above its place, in units. */
  height: number;
  /** The axis is turned by so much, in radians. */
  tilt: number;
  /** The face that is told in words below the coin, from the moment it rests. */
  told: Coin | null;
}

const tossOf = (at: number) => FIRST + at * BETWEEN;

export const coinCues: readonly Cue[] = [
  ...Array.from({ length: COINS }, (_, at): Cue => ({ at: tossOf(at) + FLIGHT, sound: "coin" })),
  { at: tossOf(COINS - 1) + FLIGHT + SETTLE, sound: "end" },
];

/** Where a coin waits. */
export const waiting: CoinPose = { turn: LEAN, height: 0, tilt: 0, told: null };

/** The coins at a time of the draw. Each is in the air for the same time and turns evenly: none hesitates before it lies. */
export function coinsAt(coins: readonly Coin[], seed: string, ms: number): CoinPose[] {
  const random = seeded(seed);
  return coins.map((coin, at) => {
    const axis = (random() - 0.5) * 0.5;
    const air = part(ms, tossOf(at), FLIGHT);
    const rest = part(ms, tossOf(at) + FLIGHT, SETTLE);
    if (air === 0) return waiting;
    const last = TURNS + (coin === "tail" ? 1 : 0);
    const turn = LEAN + (last - LEAN) * air;
    // It falls on its face, springs a little, and trembles until it lies.
    const spring = 4 * part(rest, 0, 0.45) * (1 - part(rest, 0, 0.45)) * 12;
    const tremble = air < 1 ? 0 : Math.sin(rest * Math.PI * 5) * 0.16 * (1 - easeOut(rest));
    return {
      turn: turn + tremble,
      height: air < 1 ? 4 * air * (1 - air) * HEIGHT : spring,
      tilt: axis * (1 - smooth(rest)) * Math.min(1, air * 4),
      told: rest === 1 ? coin : null,
    };
  });
}
