import { type Chamber, MAIN, TRAY } from "./ball-layout.ts";
import type { Ball } from "./physics.ts";
import { part, smooth } from "./timing.ts";

interface Point {
  x: number;
  y: number;
}

/** How far the tubes stand from their drums, and where they end above the tray. */
const RISE = { main: 22, small: 20 };
const BEND = 24;
export const TUBE_END = 322;

/** The middle line of the tube of a drum, from its mouth to its end, as points and the radius of the bends between them. */
export function tubeOf(chamber: Chamber): { points: Point[]; bend: number } {
  const main = chamber === MAIN;
  const mouth = chamber.y - chamber.radius;
  const top = mouth - (main ? RISE.main : RISE.small);
  const aside = chamber.x + chamber.radius + (main ? 36 : 32);
  return {
    points: [
      { x: chamber.x, y: mouth },
      { x: chamber.x, y: top },
      { x: aside, y: top },
      { x: aside, y: TUBE_END },
    ],
    bend: BEND,
  };
}

/** The same line with its bends as short pieces. */
function pieces({ points, bend }: ReturnType<typeof tubeOf>): Point[] {
  const line: Point[] = [];
  for (const [at, point] of points.entries()) {
    const before = points[at - 1];
    const after = points[at + 1];
    if (!before || !after) {
      line.push(point);
      continue;
    }
    const from = towards(point, before, bend);
    const to = towards(point, after, bend);
    for (let step = 0; step <= 8; step++) line.push(curve(from, point, to, step / 8));
  }
  return line;
}

function towards(from: Point, to: Point, most: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const by = Math.min(most, length / 2) / length;
  return { x: from.x + dx * by, y: from.y + dy * by };
}

/** A quadratic curve. */
function curve(from: Point, by: Point, to: Point, at: number): Point {
  const rest = 1 - at;
  return {
    x: rest * rest * from.x + 2 * rest * at * by.x + at * at * to.x,
    y: rest * rest * from.y + 2 * rest * at * by.y + at * at * to.y,
  };
}

/** The pose of a ball out of its drum. */
interface Pose extends Point {
  size: number;
  nx: number;
  ny: number;
  nz: number;
}

/** The way of a ball from its drum to its place in the tray. */
export interface Track {
  /** Where the ball is when `at`, from 0 to 1, of its time has passed; at 1 it lies in its place with the number in front. */
  pose(ball: Ball, at: number): Pose;
}

/** How much of the time a ball needs to its mouth. */
const TO_MOUTH = 0.06;

export function trackTo(chamber: Chamber, place: number): Track {
  const tube = pieces(tubeOf(chamber));
  const end = tube.at(-1) ?? { x: place, y: TRAY.y };
  const corner = { x: end.x, y: TRAY.y };
  const lane = towards(corner, { x: place, y: TRAY.y }, 44);
  const way = [...tube];
  for (let step = 0; step <= 8; step++) way.push(curve(towards(corner, end, 44), corner, lane, step / 8));
  way.push({ x: place, y: TRAY.y });
  const sums = [0];
  for (const [at, point] of way.entries()) {
    const before = way[at - 1];
    if (before) sums.push((sums.at(-1) ?? 0) + Math.sqrt((point.x - before.x) ** 2 + (point.y - before.y) ** 2));
  }
  const total = sums.at(-1) ?? 1;
  const open = total - Math.abs(place - end.x) - (TRAY.y - TUBE_END);
  return {
    pose(ball, at) {
      const after = part(at, TO_MOUTH, 1 - TO_MOUTH);
      const reached = (0.4 * after + 0.6 * smooth(after)) * total;
      const { point, dx, dy } = pointOn(way, sums, reached);
      const from = smooth(part(at, 0, TO_MOUTH));
      const start = { x: chamber.x + ball.x, y: chamber.y + ball.y };
      // Out of the tube it comes nearer, and so it grows.
      const near = smooth(part(reached, open - 14, TRAY.y - TUBE_END + 40));
      const size = chamber.ball + (TRAY.ball - chamber.ball) * near;
      const turn = ((total - reached) / (chamber.ball + (TRAY.ball - chamber.ball) * near)) * 0.9;
      const side = Math.sin(turn);
      const mix = smooth(part(at, 0, 0.15));
      const n = unit(
        ball.nx + (-dx * side - ball.nx) * mix,
        ball.ny + (-dy * side - ball.ny) * mix,
        ball.nz + (Math.cos(turn) - ball.nz) * mix,
      );
      return { x: start.x + (point.x - start.x) * from, y: start.y + (point.y - start.y) * from, size, ...n };
    },
  };
}

function unit(nx: number, ny: number, nz: number) {
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  return { nx: nx / length, ny: ny / length, nz: nz / length };
}

/** The point of a line at a distance from its start, and its direction there. */
function pointOn(line: readonly Point[], sums: readonly number[], distance: number) {
  let at = 1;
  while (at < line.length - 1 && (sums[at] ?? 0) < distance) at++;
  const [from, to] = [line[at - 1] ?? { x: 0, y: 0 }, line[at] ?? { x: 0, y: 0 }];
  const [begin, end] = [sums[at - 1] ?? 0, sums[at] ?? 0];
  const by = end === begin ? 1 : part(distance, begin, end - begin);
  const { nx: dx, ny: dy } = unit(to.x - from.x, to.y - from.y, 0);
  return { point: { x: from.x + (to.x - from.x) * by, y: from.y + (to.y - from.y) * by }, dx, dy };
}
