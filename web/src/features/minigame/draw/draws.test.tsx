import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { show } from "#shared/testing/render.tsx";
import { BallDrum } from "./ball-drum.tsx";
import { CoinDraw } from "./coin-draw.tsx";
import { GameDraw } from "./game-draw.tsx";
import { KenoBoard } from "./keno-board.tsx";
import { LadderDraw } from "./ladder-draw.tsx";
import { BALLS_MS, COINS_MS, KENO_MS, LADDER_MS } from "./timing.ts";

class Watcher {
  observe() {}
  disconnect() {}
}

beforeAll(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  await show(null);
});
beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Watcher);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "Date", "performance"],
  });
  vi.setSystemTime(BEGIN);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BEGIN = 1_800_000_000_000;
/** The device is 40 seconds behind the server. */
const BEHIND = 40_000;
const now = () => Date.now() + BEHIND;

const balls = { balls: [17, 3, 28, 9, 12], power: 4 };
const ladder = { start: "left", lines: 3, end: "even" } as const;
const coins = { coins: ["head", "tail", "head"] } as const;
const keno = { balls: [4, 70, 33, 12, 51, 8, 62, 27, 19, 45, 1, 38, 66, 14, 57, 22, 40, 5, 69, 31, 11, 60] };
const picks = [4, 12, 33, 44, 70];

interface Time {
  since: number | null;
  still?: boolean;
  drawn?: boolean;
}

const at = ({ since, still = false }: Time) => ({ round: 5, since, now, still });
const draws: Record<string, { length: number; said: string; draw(time: Time): ReactElement }> = {
  balls: {
    length: BALLS_MS,
    said: "Result: 17, 3, 28, 9, 12, powerball 4",
    draw: (time) => <BallDrum game="pwball" outcome={time.drawn === false ? null : balls} {...at(time)} />,
  },
  ladder: {
    length: LADDER_MS,
    said: "Result: Left, 3 rungs, Even",
    draw: (time) => <LadderDraw game="ladders" outcome={time.drawn === false ? null : ladder} {...at(time)} />,
  },
  coins: {
    length: COINS_MS,
    said: "Result: Head, Tail, Head",
    draw: (time) => <CoinDraw game="coin3" outcome={time.drawn === false ? null : coins} {...at(time)} />,
  },
  keno: {
    length: KENO_MS,
    said: `Result: ${keno.balls.join(", ")}. Spots 5, hits 4`,
    draw: (time) => <KenoBoard game="keno" picks={picks} outcome={time.drawn === false ? null : keno} {...at(time)} />,
  },
};

const said = () => screen.getByRole("status").textContent;
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const cells = () => [...document.querySelectorAll<SVGElement>("[data-drawn=true]")].map((cell) => cell.dataset.number);

test.each(Object.entries(draws))(
  "%s: the result is said once the draw is over, by the server's time",
  (_, { draw, said: words, length }) => {
    const began = BEGIN + BEHIND;
    const { rerender } = render(draw({ since: null, drawn: false }));
    later(2_000);
    expect(said()).toBe("");
    rerender(draw({ since: began + 2_000 }));
    later(length - 50);
    expect(said()).toBe("");
    later(100);
    expect(said()).toBe(words);
  },
);

test.each(Object.entries(draws))(
  "%s: less motion, an earlier round and a late page have the result at once",
  (_, { draw, said: words, length }) => {
    const began = BEGIN + BEHIND;
    for (const time of [{ since: began, still: true }, { since: null }, { since: began - length }]) {
      const { unmount } = render(draw(time));
      expect(said()).toBe(words);
      // Nothing runs any more.
      expect(vi.getTimerCount()).toBe(0);
      unmount();
    }
  },
);

test.each(Object.entries(draws))("%s: a next round begins without the last result", (_, { draw, said: words }) => {
  const { rerender } = render(draw({ since: null }));
  expect(said()).toBe(words);
  rerender(draw({ since: null, drawn: false }));
  expect(said()).toBe("");
});

test("keno: a page that is opened in the middle has the balls that lie by then, and counts the hits", () => {
  render(draws.keno?.draw({ since: BEGIN + BEHIND - 4_400 }) ?? null);
  expect(cells()).toEqual(["4", "12", "33", "51", "70"].sort((a, b) => Number(a) - Number(b)));
  expect(screen.getByText("Spots 5, hits 4")).toBeTruthy();
  expect(screen.getByText("5 of 22 balls")).toBeTruthy();
  later(KENO_MS);
  expect(cells()).toHaveLength(22);
});

test("coins: the names of those that lie are there in the middle", () => {
  render(draws.coins?.draw({ since: BEGIN + BEHIND - 4_600 }) ?? null);
  const names = () => [...document.querySelectorAll("[data-told=true]")].map(({ textContent }) => textContent);
  expect(names()).toEqual(["Head", "Tail"]);
  later(COINS_MS);
  expect(names()).toEqual(["Head", "Tail", "Head"]);
});

test("ladder: rungs are there before the marker sets out, and the end lights up at last", () => {
  render(draws.ladder?.draw({ since: BEGIN + BEHIND - 4_300 }) ?? null);
  const lit = () => [...document.querySelectorAll("[data-lit=true] text")].map(({ textContent }) => textContent);
  expect(lit()).toEqual(["Left"]);
  expect(screen.getByText("3 rungs")).toBeTruthy();
  later(LADDER_MS);
  expect(lit()).toEqual(["Left", "Even"]);
});

test("a draw out of sight stops and still says its result", () => {
  let seen: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class extends Watcher {
      constructor(call: typeof seen) {
        super();
        seen = call;
      }
    },
  );
  render(draws.balls?.draw({ since: BEGIN + BEHIND }) ?? null);
  act(() => seen([{ isIntersecting: false }]));
  later(40);
  // The end alone is waited for, no frame.
  expect(vi.getTimerCount()).toBe(1);
  later(BALLS_MS);
  expect(said()).toBe(draws.balls?.said);
});

test("the draw of a game is found by its code, and an outcome of another game is not shown", async () => {
  vi.useRealTimers();
  const { rerender } = render(<GameDraw game="coin5" outcome={coins} {...at({ since: null })} />);
  expect((await screen.findByRole("status")).textContent).toBe("Result: Head, Tail, Head");
  rerender(<GameDraw game="coin5" outcome={keno} {...at({ since: null })} />);
  expect(said()).toBe("");
  rerender(<GameDraw game="keno" outcome={keno} picks={picks} {...at({ since: null })} />);
  expect(await screen.findByText("Spots 5, hits 4")).toBeTruthy();
  rerender(<GameDraw game="roulette" outcome={keno} {...at({ since: null })} />);
  expect(screen.queryByRole("status")).toBeNull();
});
