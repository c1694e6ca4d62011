import type { LadderOutcome } from "./outcome.ts";
import { seeded } from "./random.ts";
import { type Cue, easeOut, part, smooth } from "./timing.ts";

/** The drawing in its own units: two legs, and what stands at their ends. */
export const LADDER_SCENE = { width: 640, height: 420 };
export const LEG = { left: 200, right: 440, top: 84, bottom: 336 };

/** The cover lifts, the start lights up, the rungs are drawn, the marker walks, in ms. */
const LIFT = [200, 700] as const;
const START = 900;
const RUNGS = [1_400, 2_700] as const;
const WALK = [4_500, 3_600] as const;
const END = WALK[0] + WALK[1];

export interface LadderPlan {
  /** The height of each rung, from the top. */
  rungs: number[];
  /** The corners of the marker's way. */
  way: { x: number; y: number }[];
  /** The length of the way up to each corner. */
  sums: number[];
}

/** The ladder of a round. Rungs lie evenly, each a little higher or lower by chance. */
export function ladderPlan({ start, lines, end }: LadderOutcome, seed: string): LadderPlan {
  const random = seeded(seed);
  const apart = (LEG.bottom - LEG.top) / (lines + 1);
  const rungs = Array.from({ length: lines }, (_, at) =>
    Math.round(LEG.top + apart * (at + 1 + (random() - 0.5) * 0.24)),
  );
  const [here, there] = start === "left" ? [LEG.left, LEG.right] : [LEG.right, LEG.left];
  const way = [{ x: here, y: LEG.top + 3 }];
  for (const [at, y] of rungs.entries()) {
    const [from, to] = at % 2 === 0 ? [here, there] : [there, here];
    way.push({ x: from, y }, { x: to, y });
  }
  // The published end, which the rungs lead to: left is odd, right is even.
  way.push({ x: end === "odd" ? LEG.left : LEG.right, y: LEG.bottom - 3 });
  const sums = [0];
  for (const [at, { x, y }] of way.entries()) {
    const before = way[at - 1];
    if (before) sums.push((sums.at(-1) ?? 0) + Math.abs(x - before.x) + Math.abs(y - before.y));
  }
  return { rungs, way, sums };
}

export interface LadderView {
  /** How far the cover is up, from 0 to 1. */
  open: number;
  started: boolean;
  /** How much of each rung is there. */
  drawn: number[];
  /** How much of its way the marker has gone; null before it sets out. */
  walked: number | null;
  ended: boolean;
}

export const covered: LadderView = { open: 0, started: false, drawn: [], walked: null, ended: false };

const rungAt = (at: number, lines: number) => RUNGS[0] + (RUNGS[1] * at) / lines;

/** The ladder at a time of the draw. Three rungs take as long as four, and the marker arrives at the same time. */
export function ladderAt({ rungs }: LadderPlan, ms: number): LadderView {
  return {
    open: smooth(part(ms, LIFT[0], LIFT[1])),
    started: ms >= START,
    drawn: rungs.map((_, at) => easeOut(part(ms, rungAt(at, rungs.length), RUNGS[1] / rungs.length))),
    walked: ms < WALK[0] ? null : part(ms, WALK[0], WALK[1]),
    ended: ms >= END,
  };
}

/** Where the marker is when it has gone a part of its way. */
export function markerAt({ way, sums }: LadderPlan, walked: number): { x: number; y: number } {
  const gone = walked * (sums.at(-1) ?? 0);
  let at = 1;
  while (at < way.length - 1 && (sums[at] ?? 0) < gone) at++;
  const [from, to] = [way[at - 1], way[at]];
  const [begin, end] = [sums[at - 1] ?? 0, sums[at] ?? 0];
  if (!from || !to) return { x: 0, y: 0 };
  const by = part(gone, begin, end - begin);
  return { x: from.x + (to.x - from.x) * by, y: from.y + (to.y - from.y) * by };
}

export const ladderCues = (lines: number): Cue[] => [
  ...Array.from({ length: lines }, (_, at): Cue => ({ at: rungAt(at, lines), sound: "rung" })),
  { at: END, sound: "end" },
];
