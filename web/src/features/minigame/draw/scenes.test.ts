import { describe, expect, test } from "vitest";
import { MAIN, SMALL, slots, TRAY } from "./ball-layout.ts";
import { arrivals, BallScene, type BallView, ballCues } from "./ball-scene.ts";
import { coinCues, coinsAt } from "./coin.ts";
import { cellOf, DRAWN, HIGHEST, hitsOf, kenoAt, kenoCues } from "./keno.ts";
import { LEG, ladderAt, ladderCues, ladderPlan, markerAt } from "./ladder.ts";
import { ballSet, kindOf, type LadderOutcome } from "./outcome.ts";
import { BALLS_MS, COINS_MS, KENO_MS, LADDER_MS } from "./timing.ts";

const FRAME = 1_000 / 60;
const power28 = { balls: [17, 3, 28, 9, 12], power: 4 };
const meta20 = { balls: [20, 1, 7, 13], power: 0 };
const ladders: LadderOutcome[] = [
  { start: "left", lines: 3, end: "even" },
  { start: "left", lines: 4, end: "odd" },
  { start: "right", lines: 3, end: "odd" },
  { start: "right", lines: 4, end: "even" },
];
const kenoBalls = Array.from({ length: DRAWN }, (_, at) => ((at * 37 + 4) % HIGHEST) + 1);

/** The balls in the tray, from left to right. */
function tray(views: readonly BallView[], power: boolean): number[] {
  return views
    .filter((view) => view.power === power && view.out && view.y === TRAY.y && view.nz > 0.999)
    .sort((a, b) => a.x - b.x)
    .map(({ prints: [near] }) => near);
}

describe("balls", () => {
  test.each([
    { game: "pwball", outcome: power28 },
    { game: "eos5", outcome: power28 },
    { game: "meta3", outcome: meta20 },
  ])("$game ends on its outcome in the order drawn, with every other ball in its drum", ({ game, outcome }) => {
    const { highest, drawn } = ballSet(game);
    for (let round = 0; round < 12; round++) {
      const views = new BallScene(game, round).draw(outcome, BALLS_MS);
      expect([tray(views, false), tray(views, true)], String(round)).toEqual([outcome.balls, [outcome.power]]);
      const lying = views.filter(({ out, power }) => out && !power).map(({ x }) => x);
      expect(lying.sort((a, b) => a - b)).toEqual(slots(drawn));
      const all = views.filter(({ power }) => !power).map(({ prints: [near] }) => near);
      expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: highest }, (_, at) => at + 1));
    }
  });

  test("a page that is opened in the middle shows the frame that the others have reached", () => {
    for (const ms of [40, 2_600, 6_999, 11_000, BALLS_MS - 1]) {
      const watched = new BallScene("pwball", 7);
      for (let at = 0; at < ms; at += FRAME) watched.draw(power28, at);
      expect(new BallScene("pwball", 7).draw(power28, ms), String(ms)).toEqual(watched.draw(power28, ms));
    }
  });

  test("the balls that are out by then lie in the tray, and no other", () => {
    const times = arrivals(5);
    for (const [at, time] of times.entries()) {
      const scene = new BallScene("pwball", 3);
      const before = scene.draw(power28, time - 20);
      expect([...tray(before, false), ...tray(before, true)]).toEqual([...power28.balls, power28.power].slice(0, at));
      const after = scene.draw(power28, time + 20);
      expect([...tray(after, false), ...tray(after, true)]).toEqual([...power28.balls, power28.power].slice(0, at + 1));
    }
  });

  test("the balls fly the same way whatever the result, and another way in another round", () => {
    const places = (views: readonly BallView[]) => views.map(({ x, y, size }) => [x, y, size]);
    const other = { balls: [1, 2, 4, 5, 6], power: 9 };
    for (const ms of [1_000, 5_000, 9_400, BALLS_MS]) {
      const one = places(new BallScene("pwball", 7).draw(power28, ms));
      expect(places(new BallScene("pwball", 7).draw(other, ms))).toEqual(one);
      expect(places(new BallScene("pwball", 8).draw(power28, ms))).not.toEqual(one);
    }
  });

  test("no number changes while it can be seen", () => {
    const changed: string[] = [];
    let exchanged = 0;
    for (const round of [1, 2]) {
      const scene = new BallScene("pwball", round);
      const first = scene.draw(power28, 0);
      let before = first;
      for (let ms = FRAME / 2; ms < BALLS_MS; ms += FRAME / 2) {
        const views = scene.draw(power28, ms);
        for (const [at, { nz, prints }] of views.entries()) {
          const last = before[at];
          if (!last || Math.abs(nz) < 0.08 || Math.abs(last.nz) < 0.08 || nz > 0 !== last.nz > 0) continue;
          const side = nz > 0 ? 0 : 1;
          if (prints[side] !== last.prints[side]) changed.push(`round ${round}, ball ${at}, ${ms} ms`);
        }
        before = views;
      }
      exchanged += before.filter(({ prints }, at) => prints[0] !== first[at]?.prints[0]).length;
    }
    expect(changed).toEqual([]);
    expect(exchanged).toBeGreaterThan(2);
  });

  test("balls stay inside the glass", () => {
    const scene = new BallScene("pwball", 11);
    for (let ms = 0; ms <= BALLS_MS; ms += 50) {
      for (const { out, power, x, y, size } of scene.draw(power28, ms)) {
        const drum = power ? SMALL : MAIN;
        if (!out) expect(Math.hypot(x - drum.x, y - drum.y) + size).toBeLessThan(drum.radius + 0.01);
      }
    }
  });

  test("from the rest into the draw no ball jumps", () => {
    const scene = new BallScene("pwball", 5);
    const rest = scene.rest(4_000);
    const begun = scene.draw(power28, 0);
    expect(begun.map(({ x, y }) => [x, y])).toEqual(rest.map(({ x, y }) => [x, y]));
    expect(begun.map(({ prints }) => prints)).toEqual(rest.map(({ prints }) => prints));
  });
});

describe("ladder", () => {
  test.each(ladders)("from $start over $lines rungs to $end", (outcome) => {
    const plan = ladderPlan(outcome, "ladders/4");
    expect(plan.rungs.length).toBe(outcome.lines);
    expect(markerAt(plan, 0).x).toBe(outcome.start === "left" ? LEG.left : LEG.right);
    expect(markerAt(plan, 1).x).toBe(outcome.end === "odd" ? LEG.left : LEG.right);
    // The rungs lead there: every piece of the way is straight down or straight across.
    for (const [at, { x, y }] of plan.way.entries()) {
      const next = plan.way[at + 1];
      if (next) expect([x === next.x, y === next.y]).toContain(true);
    }
    expect(ladderAt(plan, LADDER_MS)).toEqual({
      open: 1,
      started: true,
      drawn: plan.rungs.map(() => 1),
      walked: 1,
      ended: true,
    });
  });

  test("three rungs take as long as four", () => {
    const views = ladders.map((outcome) => ladderPlan(outcome, "ladders/4"));
    for (const ms of [0, 1_000, 4_400, 6_000, 8_000, 8_200]) {
      const moments = views.map((plan) => {
        const { drawn, ...rest } = ladderAt(plan, ms);
        return { ...rest, whole: drawn.every((one) => one === 1) };
      });
      expect(new Set(moments.map((moment) => JSON.stringify(moment))).size, String(ms)).toBe(1);
    }
  });
});

describe("coins", () => {
  test("each lies on the published face, with its name", () => {
    for (let sides = 0; sides < 8; sides++) {
      const coins = [1, 2, 4].map((bit) => ((sides & bit) === 0 ? ("head" as const) : ("tail" as const)));
      const poses = coinsAt(coins, "coin3/9", COINS_MS);
      expect(poses.map(({ told }) => told)).toEqual(coins);
      expect(poses.map(({ turn }) => (Math.abs(turn % 2) < 1e-9 ? "head" : "tail"))).toEqual(coins);
      for (const { turn, height, tilt } of poses) {
        expect([turn - Math.round(turn), height, tilt].map((value) => value + 0)).toEqual([0, 0, 0]);
      }
    }
  });

  test("in the middle those are told that lie, and heads are told when tails are", () => {
    const told = (first: "head" | "tail", ms: number) =>
      coinsAt([first, "tail", "head"], "coin3/9", ms).map((pose) => pose.told);
    expect(told("head", 4_600)).toEqual(["head", "tail", null]);
    for (let ms = 0; ms < COINS_MS; ms += 50) {
      expect(told("head", ms).map((one) => one !== null)).toEqual(told("tail", ms).map((one) => one !== null));
    }
    expect(coinsAt(["head", "tail", "head"], "coin3/9", 1_234)).toEqual(
      coinsAt(["head", "tail", "head"], "coin3/9", 1_234),
    );
  });
});

describe("keno", () => {
  test("all balls are in their cells at the end, and one after another before", () => {
    expect(new Set(kenoBalls).size).toBe(DRAWN);
    expect(kenoAt(kenoBalls, KENO_MS)).toMatchObject({ landed: DRAWN, out: DRAWN, moving: [] });
    let last = 0;
    for (let ms = 0; ms <= KENO_MS; ms += 100) {
      const { landed, moving } = kenoAt(kenoBalls, ms);
      expect(landed - last).toBeLessThanOrEqual(1);
      expect(moving.length).toBeLessThanOrEqual(2);
      expect(moving.map(({ number }) => number)).toEqual(kenoBalls.slice(landed, landed + moving.length));
      last = landed;
    }
  });

  test("a ball flies into the cell of its number", () => {
    const [first = 0] = kenoBalls;
    const landing = kenoCues[0]?.at ?? 0;
    const [ball] = kenoAt(kenoBalls, landing - 1).moving;
    expect(ball?.number).toBe(first);
    expect(Math.hypot((ball?.x ?? 0) - cellOf(first).x, (ball?.y ?? 0) - cellOf(first).y)).toBeLessThan(2);
  });

  test("hits are the picks that lie", () => {
    expect(hitsOf([4, 12, 70], [12, 5, 4])).toBe(2);
    expect(hitsOf([4, 12, 70], [12, 5, 4], 2)).toBe(1);
    expect(hitsOf([], [12])).toBe(0);
  });
});

test("no draw takes more than 20 seconds, and each sound falls into it", () => {
  const draws = [
    { length: BALLS_MS, cues: ballCues("pwball") },
    { length: BALLS_MS, cues: ballCues("meta5") },
    { length: LADDER_MS, cues: ladderCues(3) },
    { length: COINS_MS, cues: coinCues },
    { length: KENO_MS, cues: kenoCues },
  ];
  for (const { length, cues } of draws) {
    expect(length).toBeLessThanOrEqual(20_000);
    expect(cues.every(({ at }) => at > 0 && at < length)).toBe(true);
  }
  expect(kindOf("roulette")).toBeUndefined();
});
