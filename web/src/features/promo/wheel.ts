import { fromHex, sha256, toHex } from "#shared/fairness/bytes.ts";
import { Stream } from "#shared/fairness/stream.ts";
import type { Wheel } from "./promo.ts";

type Prize = Wheel["prizes"][number];

export interface Slice {
  label: string;
  pointAmt: number;
  /** Of 1. */
  odds: number;
  /** Degrees clockwise from the top. */
  from: number;
  to: number;
  /** The colour of its place among the prizes (wheel.module.css). */
  tone: Tone;
}

/** none: nothing is won; top: the greatest prize. */
type Tone = "none" | "top" | "a" | "b" | "c";
const tones = ["a", "b", "c"] as const;

/** A slice for each prize, as wide as its odds: the wheel shows what the table says. */
export function slicesOf(prizes: readonly Prize[]): Slice[] {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0);
  const most = Math.max(...prizes.map(({ pointAmt }) => pointAmt));
  let from = 0;
  let between = 0;
  return prizes.map(({ label, pointAmt, weight }) => {
    const odds = total === 0 ? 0 : weight / total;
    const tone = pointAmt === 0 ? "none" : pointAmt === most ? "top" : (tones[between++ % tones.length] ?? "a");
    const slice: Slice = { label, pointAmt, odds, from, to: from + odds * 360, tone };
    from = slice.to;
    return slice;
  });
}

/** The place of a prize among the amounts that can be won, 0 the greatest. */
export function rankOf(prizes: readonly Pick<Prize, "pointAmt">[], pointAmt: number): number {
  return new Set(prizes.map((prize) => prize.pointAmt).filter((amount) => amount > pointAmt)).size;
}

/** How far a slice's words are turned, which run outwards along its middle. */
export function labelTurn({ from, to }: Pick<Slice, "from" | "to">): number {
  return (from + to) / 2 - 90;
}

/** The height of a slice's words where there is room for them, and the least that can be read, in units of the drawing. */
const LETTER = { most: 14, least: 8 };
/** The width of a letter of its height, on the average of figures and blanks. */
const SLIM = 0.6;

/**
 * Returns how high the words of a slice are, which run outwards and end at `end`: as high as the slice is wide where they begin. Null
 * if they could not be read.
 */
export function labelHeight({ from, to }: Pick<Slice, "from" | "to">, words: string, end: number): number | null {
  const wide = Math.min(1, ((to - from) * Math.PI) / 180);
  // height = wide * (end - letters * SLIM * height)
  const height = (wide * end) / (1 + wide * words.length * SLIM);
  return height < LETTER.least ? null : Math.min(LETTER.most, height);
}

/** A point of a circle around 0,0. */
function pointAt(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
}

/** The outline of a slice as an SVG path; a prize that is certain is the whole circle. */
export function pathOf({ from, to }: Pick<Slice, "from" | "to">, radius: number): string {
  if (to - from >= 359.99) return `M0 ${-radius}A${radius} ${radius} 0 1 1 -0.01 ${-radius}Z`;
  const large = to - from > 180 ? 1 : 0;
  return `M0 0L${pointAt(from, radius)}A${radius} ${radius} 0 ${large} 1 ${pointAt(to, radius)}Z`;
}

/**
 * How far the wheel stands turned when the pointer at the top is in the middle of the slice; the middle always, so that no
 * end looks closer to another prize than it was.
 */
export function turnTo({ from, to }: Pick<Slice, "from" | "to">, rounds: number): number {
  return rounds * 360 - (from + to) / 2;
}

/**
 * Computes a turn again: its seed is the one that was promised, and number, prize and points follow from it and from the member's own seed.
 */
export async function verifyTurn(prizes: readonly Prize[], turn: Wheel["turn"]): Promise<boolean> {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0);
  try {
    const seed = fromHex(turn.seed);
    if (toHex(await sha256(seed)) !== turn.commit || total !== turn.total) return false;
    const roll = Number(await (await Stream.of(seed, turn.clientSeed)).below(BigInt(total)));
    let left = roll;
    const prize = prizes.findIndex(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return roll === turn.roll && prize === turn.prize && prizes[prize]?.pointAmt === turn.pointAmt;
  } catch {
    return false; // a seed that is not one
  }
}
