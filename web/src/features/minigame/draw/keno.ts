import { type Cue, easeOut, part, smooth } from "./timing.ts";

/** The drawing in its own units: the tube of waiting balls above, 70 cells below. */
export const KENO_SCENE = { width: 640, height: 470 };
export const HIGHEST = 70;
export const DRAWN = 22;
export const CELL = { columns: 10, width: 56, height: 47, gap: 6, left: 13, top: 100 };
/** The tube, its balls, and the cup in which each shows its number. */
export const TUBE = { left: 13, right: 534, y: 47, ball: 15, apart: 31 };
export const CUP = { x: 590, y: 47, ball: 30 };
/** The radius of a ball in its cell. */
export const LYING = 20;

const FIRST = 700;
/** From one ball to the next, in ms: out of the tube, in the cup, and to its cell. */
const EACH = 560;
const OUT = 220;
const FLIGHT = 420;
const ARC = 46;

export interface Spot {
  x: number;
  y: number;
}

/** The middle of a number's cell. */
export function cellOf(number: number): Spot {
  const at = number - 1;
  const [column, row] = [at % CELL.columns, Math.trunc(at / CELL.columns)];
  return {
    x: CELL.left + column * (CELL.width + CELL.gap) + CELL.width / 2,
    y: CELL.top + row * (CELL.height + CELL.gap) + CELL.height / 2,
  };
}

interface MovingBall extends Spot {
  number: number;
  size: number;
  /** How much of its number is to be seen, from 0 to 1. */
  shown: number;
}

export interface KenoView {
  /** The balls that lie in their cells, by how many: the first of the outcome. */
  landed: number;
  /** The balls that have left the tube. */
  out: number;
  /** How far those in the tube have moved up to the next place, from 0 to 1. */
  shift: number;
  moving: MovingBall[];
}

export const unopened: KenoView = { landed: 0, out: 0, shift: 0, moving: [] };

const begins = (at: number) => FIRST + at * EACH;
const leaves = (at: number) => begins(at) + EACH;
const lands = (at: number) => leaves(at) + FLIGHT;

/** The board at a time of the draw. */
export function kenoAt(balls: readonly number[], ms: number): KenoView {
  const out = balls.filter((_, at) => ms >= begins(at)).length;
  const landed = balls.filter((_, at) => ms >= lands(at)).length;
  const moving = balls.slice(landed, out).map((number, at) => ballAt(number, landed + at, ms));
  return { landed, out, shift: out === 0 ? 0 : smooth(part(ms, begins(out - 1), OUT)), moving };
}

function ballAt(number: number, at: number, ms: number): MovingBall {
  const way = easeOut(part(ms, begins(at), OUT));
  const flown = part(ms, leaves(at), FLIGHT);
  if (flown === 0) {
    return {
      number,
      x: TUBE.right + (CUP.x - TUBE.right) * way,
      y: TUBE.y + (CUP.y - TUBE.y) * way,
      size: TUBE.ball + (CUP.ball - TUBE.ball) * way,
      shown: way,
    };
  }
  const cell = cellOf(number);
  const by = smooth(flown);
  return {
    number,
    x: CUP.x + (cell.x - CUP.x) * by,
    y: CUP.y + (cell.y - CUP.y) * by - 4 * ARC * flown * (1 - flown),
    size: CUP.ball + (LYING - CUP.ball) * by,
    shown: 1,
  };
}

export const kenoCues: readonly Cue[] = [
  ...Array.from({ length: DRAWN }, (_, at): Cue => ({ at: lands(at), sound: "ball" })),
  { at: lands(DRAWN - 1) + 300, sound: "end" },
];

/** How many of the picked numbers are among the first balls. */
export function hitsOf(picks: readonly number[], balls: readonly number[], landed = balls.length): number {
  const lying = new Set(balls.slice(0, landed));
  return picks.filter((pick) => lying.has(pick)).length;
}
