import { type Chamber, MAIN, SMALL, slots, TRAY } from "./ball-layout.ts";
import { ballSet } from "./outcome.ts";
import { type Ball, Drum, STEPS_PER_MS } from "./physics.ts";
import { seeded, shuffle } from "./random.ts";
import { BALLS_MS, type Cue, part, smooth } from "./timing.ts";
import { type Track, trackTo } from "./tube.ts";

/** Gates open after the balls have flown for a while; each ball then has the same time, however it gets to its place. */
const FIRST_GATE = 2_000;
const LAST_GATE = 9_000;
const POWER_GATE = 10_300;
const ON_THE_WAY = 1_500;
/** How long a gate may be open (physics.ts), so the blower is still on. */
const GATE = 900;
const CALM = 500;
/** While balls of a drum at rest take the places of the draw. */
const BLEND = 450;
const QUIET_AIR = 0.6;

const gateOf = (at: number, drawn: number) => FIRST_GATE + ((LAST_GATE - FIRST_GATE) * at) / (drawn - 1);

/** When each ball lies in the tray, in ms; the power ball's time is the last. */
export function arrivals(drawn: number): number[] {
  return [...Array.from({ length: drawn }, (_, at) => gateOf(at, drawn)), POWER_GATE].map((gate) => gate + ON_THE_WAY);
}

export function ballCues(game: string): Cue[] {
  const times = arrivals(ballSet(game).drawn);
  return [...times.map((at): Cue => ({ at: at - 60, sound: "ball" })), { at: Math.max(...times) + 350, sound: "end" }];
}

/** A ball as it is painted. */
export interface BallView {
  x: number;
  y: number;
  size: number;
  power: boolean;
  /** The prints on its near and on its far side. */
  prints: [number, number];
  nx: number;
  ny: number;
  nz: number;
  /** Out of its drum: painted over the others. */
  out: boolean;
}

/** One drum in a draw. */
class Machine {
  readonly chamber: Chamber;
  readonly drum: Drum;
  /** The order in which the balls of this round leave: known from running it all, before any number is. */
  readonly order: readonly number[];
  readonly #end: Drum;
  readonly #first: readonly number[];
  readonly #tracks: readonly Track[];
  readonly #arrivals: readonly number[];

  constructor(chamber: Chamber, seed: string, labels: readonly number[], places: readonly number[], gates: number[]) {
    this.chamber = chamber;
    const calm = (gates.at(-1) ?? 0) + GATE;
    const plan = {
      radius: chamber.radius,
      ball: chamber.ball,
      count: labels.length,
      gates: gates.map((ms) => Math.round(ms * STEPS_PER_MS)),
      air: (step: number) => {
        const ms = step / STEPS_PER_MS;
        return (QUIET_AIR + (1 - QUIET_AIR) * part(ms, 0, 600)) * (1 - part(ms, calm, CALM));
      },
    };
    this.drum = new Drum(plan, seed);
    this.#end = new Drum(plan, seed);
    this.#end.runTo(Math.round(BALLS_MS * STEPS_PER_MS));
    this.order = this.#end.taken;
    this.#first = labels;
    this.#tracks = places.map((x) => trackTo(chamber, x));
    this.#arrivals = gates.map((ms) => ms + ON_THE_WAY);
  }

  /**
   * Gives the balls that leave the drawn numbers, in exchange for theirs. The flight of the balls is the same for every result; a ball
   * that gets another number shows it when that side of it comes into sight again.
   */
  labels(drawn: readonly number[]): number[] {
    const labels = [...this.#first];
    for (const [at, number] of drawn.entries()) {
      const ball = this.order[at];
      const holder = labels.indexOf(number);
      if (ball === undefined || holder < 0) continue;
      labels[holder] = labels[ball] ?? number;
      labels[ball] = number;
    }
    return labels;
  }

  /** The balls at a time of the draw. */
  views(ms: number, drawn: readonly number[]): BallView[] {
    const over = ms >= BALLS_MS;
    const drum = over ? this.#end : this.drum;
    if (!over) drum.runTo(Math.floor(ms * STEPS_PER_MS));
    const last = this.labels(drawn);
    const { chamber } = this;
    return drum.balls.map((ball, index) => {
      const [was, is] = [this.#first[index] ?? 0, last[index] ?? 0];
      const power = chamber === SMALL;
      const view = viewOf(ball, chamber, power, [ball.hidden[0] ? is : was, ball.hidden[1] ? is : was]);
      if (ball.left < 0) return view;
      const at = this.order.indexOf(index);
      const track = this.#tracks[at];
      const left = ball.left / STEPS_PER_MS;
      if (!track) return view;
      return {
        ...view,
        ...track.pose(ball, part(ms, left, (this.#arrivals[at] ?? left) - left)),
        prints: [is, is],
        out: true,
      };
    });
  }
}

function viewOf({ x, y, nx, ny, nz }: Ball, chamber: Chamber, power: boolean, prints: [number, number]): BallView {
  return { x: chamber.x + x, y: chamber.y + y, size: chamber.ball, power, prints, nx, ny, nz, out: false };
}

/** Both drums of a round, at rest or in the draw. */
export class BallScene {
  readonly #machines: readonly [Machine, Machine];
  readonly #quiet: readonly [Drum, Drum];
  readonly #labels: readonly [number[], number[]];
  readonly #drawn: number;
  /** The balls as they last flew before the draw, if they were seen. */
  #seen: BallView[] | null = null;

  constructor(game: string, round: number) {
    const { highest, drawn } = ballSet(game);
    const seed = `${game}/${round}`;
    const random = seeded(`${seed}/labels`);
    const main = shuffle(
      Array.from({ length: highest }, (_, at) => at + 1),
      random,
    );
    const power = shuffle(
      Array.from({ length: 10 }, (_, at) => at),
      random,
    );
    this.#labels = [main, power];
    this.#drawn = drawn;
    const gates = Array.from({ length: drawn }, (_, at) => gateOf(at, drawn));
    this.#machines = [
      new Machine(MAIN, `${seed}/main`, main, slots(drawn), gates),
      new Machine(SMALL, `${seed}/power`, power, [TRAY.power], [POWER_GATE]),
    ];
    const quiet = ({ radius, ball }: Chamber, count: number, name: string) =>
      new Drum({ radius, ball, count, gates: [], air: () => QUIET_AIR }, `${seed}/${name}`);
    this.#quiet = [quiet(MAIN, highest, "quiet"), quiet(SMALL, 10, "quiet-power")];
  }

  /** The balls before the draw, some time after they were first seen. */
  rest(ms: number): BallView[] {
    this.#seen = this.#quiet.flatMap((drum, which) => {
      drum.runTo(Math.floor(ms * STEPS_PER_MS));
      const chamber = which === 0 ? MAIN : SMALL;
      return drum.balls.map((ball, at) => {
        const print = this.#labels[which]?.[at] ?? 0;
        return viewOf(ball, chamber, chamber === SMALL, [print, print]);
      });
    });
    return this.#seen;
  }

  /** The balls at a time of the draw, which must not go back. */
  draw({ balls, power }: { balls: readonly number[]; power: number }, ms: number): BallView[] {
    const [main, small] = this.#machines;
    const views = [...main.views(ms, balls.slice(0, this.#drawn)), ...small.views(ms, [power])];
    const seen = this.#seen;
    if (!seen || ms >= BLEND) return views;
    const near = smooth(ms / BLEND);
    return views.map((view, at) => {
      const from = seen[at] ?? view;
      return { ...view, x: from.x + (view.x - from.x) * near, y: from.y + (view.y - from.y) * near };
    });
  }
}
