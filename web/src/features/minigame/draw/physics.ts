import { type Random, seeded } from "./random.ts";

/*
 * Balls in a glass drum with an air blower below, in steps of a fixed length. The arithmetic is plus, minus, times, divided and square
 * root, which every browser rounds alike (sines are not), so the balls of a round fly the same way on every page.
 */

/** The length of a step in seconds. */
const STEP = 1 / 120;
export const STEPS_PER_MS = 120 / 1_000;

const GRAVITY = 1_150;
/** How elastic balls are among themselves and against the glass. */
const BOUNCE = 0.74;
const GLASS = 0.58;
const FASTEST = 900;
/** Touches slower than this swallow the energy, or a pile would never rest. */
const SLOW = 60;
/** How strongly a ball is carried by the air, per second. */
const DRAG = 3.4;
/** How long balls fly before the first picture, in steps, so that they never begin as a grid. */
const WARM_UP = 160;
const PILE_ROUNDS = 5;
/** Air at a gate: its reach in radii of a ball, and the pull at first and per second. */
const REACH = 6.5;
const PULL = 2_600;
const PULL_MORE = 26_000;
/** The longest that a gate is open, in steps. Then it takes the ball next to it. */
const LONGEST_GATE = 108;

export interface Ball {
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Where the printed number points, as a unit vector; z towards the reader. There is another on the far side. */
  nx: number;
  ny: number;
  nz: number;
  /** The gust that carries it. */
  gx: number;
  gy: number;
  /** Which of both prints have been out of sight since the air was turned up: that in front and the other. */
  hidden: [boolean, boolean];
  /** The step at which it left the drum; −1 while it is inside. */
  left: number;
}

export interface DrumPlan {
  radius: number;
  /** The radius of a ball. */
  ball: number;
  count: number;
  /** The steps at which the gate at the top opens and lets one ball out. */
  gates: readonly number[];
  /** The blower from 0 to 1, by the step. */
  air(step: number): number;
}

/** A drum and its balls. Coordinates are relative to the middle, y downwards. */
export class Drum {
  readonly balls: Ball[];
  /** The balls that left, in their order. */
  readonly taken: number[] = [];
  step = 0;
  readonly #plan: DrumPlan;
  readonly #random: Random;

  constructor(plan: DrumPlan, seed: string) {
    this.#plan = plan;
    this.#random = seeded(seed);
    this.balls = piled(plan, this.#random);
    for (let step = 0; step < WARM_UP; step++) this.#move(Math.max(0.7, plan.air(0)));
    for (const ball of this.balls) ball.hidden = [false, false];
  }

  /** Advances to a step; it does not go back. */
  runTo(step: number): void {
    while (this.step < step) {
      this.#move(this.#plan.air(this.step));
      this.#gate();
      this.step++;
    }
  }

  #move(air: number): void {
    for (const ball of this.balls) if (ball.left < 0) this.#blow(ball, air);
    // A pile presses from all sides, so its balls find their places in several rounds.
    for (let round = air < 0.5 ? PILE_ROUNDS : 1; round > 0; round--) {
      this.#collide();
      for (const ball of this.balls) if (ball.left < 0) this.#contain(ball);
    }
  }

  /** Lets gravity and air act on a ball, and moves it. */
  #blow(ball: Ball, air: number): void {
    const { radius } = this.#plan;
    if (this.#random() < 0.05) {
      ball.gx = (this.#random() - 0.5) * 2;
      ball.gy = (this.#random() - 0.5) * 2;
    }
    // A jet in the middle that weakens upwards and to the sides, and air that falls along the glass.
    const aside = ball.x / (radius * 0.36);
    const height = (radius - ball.y) / (2 * radius);
    const jet = 1 / (1 + aside * aside * aside * aside);
    const up = (1_060 * jet * (1.12 - 0.62 * height) - 150 * (1 - jet)) * air;
    const drag = DRAG * (0.4 + 0.6 * air);
    const windX = (ball.gx * 420 + (ball.x > 0 ? 70 : -70) * height) * air;
    const windY = -up + ball.gy * 340 * air;
    ball.vx += (windX - ball.vx) * drag * STEP;
    ball.vy += ((windY - ball.vy) * drag + GRAVITY) * STEP;
    const speed = Math.sqrt(ball.vx * ball.vx + ball.vy * ball.vy);
    if (speed > FASTEST) {
      ball.vx *= FASTEST / speed;
      ball.vy *= FASTEST / speed;
    }
    ball.x += ball.vx * STEP;
    ball.y += ball.vy * STEP;
    roll(ball, this.#plan.ball);
  }

  #collide(): void {
    const apart = this.#plan.ball * 2;
    const { balls } = this;
    for (let first = 0; first < balls.length; first++) {
      const a = balls[first];
      if (!a || a.left >= 0) continue;
      for (let second = first + 1; second < balls.length; second++) {
        const b = balls[second];
        if (!b || b.left >= 0) continue;
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        const square = dx * dx + dy * dy;
        if (square >= apart * apart || square === 0) continue;
        const distance = Math.sqrt(square);
        const nx = dx / distance;
        const ny = dy / distance;
        const push = (apart - distance) / 2;
        a.x -= nx * push;
        a.y -= ny * push;
        b.x += nx * push;
        b.y += ny * push;
        const closing = (b.vx - a.vx) * nx + (b.vy - a.vy) * ny;
        if (closing >= 0) continue;
        const impulse = (-(1 + (closing < -SLOW ? BOUNCE : 0)) * closing) / 2;
        a.vx -= impulse * nx;
        a.vy -= impulse * ny;
        b.vx += impulse * nx;
        b.vy += impulse * ny;
      }
    }
  }

  /** Keeps a ball inside the glass. */
  #contain(ball: Ball): void {
    const most = this.#plan.radius - this.#plan.ball;
    const square = ball.x * ball.x + ball.y * ball.y;
    if (square <= most * most) return;
    const distance = Math.sqrt(square);
    const nx = ball.x / distance;
    const ny = ball.y / distance;
    ball.x = nx * most;
    ball.y = ny * most;
    const out = ball.vx * nx + ball.vy * ny;
    if (out > 0) {
      const back = out * (1 + (out > SLOW ? GLASS : 0));
      ball.vx -= back * nx;
      ball.vy -= back * ny;
    }
  }

  /** Draws balls to the open gate, and takes the first that reaches it, whichever it is. */
  #gate(): void {
    const { radius, ball: size, gates } = this.#plan;
    const open = gates[this.taken.length];
    if (open === undefined || this.step < open) return;
    const waited = (this.step - open) * STEP;
    const mouth = -radius + size;
    const reach = size * REACH * (1 + waited);
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < this.balls.length; at++) {
      const ball = this.balls[at];
      if (!ball || ball.left >= 0) continue;
      const dx = -ball.x;
      const dy = mouth - ball.y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < least) {
        least = distance;
        nearest = at;
      }
      if (distance >= reach || distance === 0) continue;
      const pull = ((PULL + PULL_MORE * waited) * (1 - distance / reach) * STEP) / distance;
      ball.vx += dx * pull;
      ball.vy += dy * pull;
    }
    const taken = this.balls[nearest];
    if (!taken || (least > size * 0.8 && this.step < open + LONGEST_GATE)) return;
    taken.left = this.step;
    this.taken.push(nearest);
  }
}

/** Rolls a ball on the glass behind it: its print turns with its way. */
function roll(ball: Ball, size: number): void {
  const ax = (ball.vx * STEP * 0.55) / size;
  const ay = (ball.vy * STEP * 0.55) / size;
  const { nx, ny, nz } = ball;
  ball.nx += ax * nz;
  ball.ny += ay * nz;
  ball.nz -= ax * nx + ay * ny;
  const length = Math.sqrt(ball.nx * ball.nx + ball.ny * ball.ny + ball.nz * ball.nz);
  ball.nx /= length;
  ball.ny /= length;
  ball.nz /= length;
  if (ball.nz < 0) ball.hidden[0] = true;
  else ball.hidden[1] = true;
}

/** Rows of balls from the bottom up, each a little off its place. */
function piled({ radius, ball: size, count }: DrumPlan, random: Random): Ball[] {
  const balls: Ball[] = [];
  const most = radius - size;
  for (let row = 0; balls.length < count; row++) {
    const y = most - row * size * 1.8;
    const half = Math.sqrt(Math.max(0, most * most - y * y));
    const fit = Math.max(1, Math.floor(half / size));
    for (let at = 0; at < fit && balls.length < count; at++) {
      const x = (at - (fit - 1) / 2) * size * 2.05 + (random() - 0.5) * size * 0.2;
      const [nx, ny, nz] = [random() - 0.5, random() - 0.5, random() + 0.1];
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      balls.push({
        x,
        y,
        vx: 0,
        vy: 0,
        nx: nx / length,
        ny: ny / length,
        nz: nz / length,
        gx: 0,
        gy: 0,
        hidden: [false, false],
        left: -1,
      });
    }
  }
  return balls;
}
