import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { show } from "#shared/testing/render.tsx";
import { CountdownRing } from "./countdown-ring.tsx";
import { ResultReveal } from "./result-reveal.tsx";

beforeAll(async () => {
  await addPlayTexts();
  await show(null);
});
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => vi.useRealTimers());

const START = 1_800_000_000_000;
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const time = () => screen.queryByRole("timer")?.textContent;

test("a countdown follows the server's clock, says once that the end is near, and ends once", () => {
  vi.setSystemTime(START);
  const end = vi.fn();
  // The device is 40 seconds behind the server.
  const now = () => Date.now() + 40_000;
  const ring = <CountdownRing label="Closes in" endsAt={START + 105_500} length={300_000} now={now} onEnd={end} />;
  const { container, rerender } = render(ring);
  const said = () => container.querySelector("[aria-live]")?.textContent;
  expect(time()).toBe("1:06");
  // Figures change on the whole second of the server.
  later(499);
  expect(time()).toBe("1:06");
  later(1);
  expect(time()).toBe("1:05");
  later(54_000);
  expect([time(), said()]).toEqual(["0:11", ""]);
  later(1_000);
  expect([time(), said()]).toEqual(["0:10", "Betting closes in 10 s"]);
  later(9_000);
  expect([time(), said()]).toEqual(["0:01", "Betting closes in 10 s"]);
  expect(end).not.toHaveBeenCalled();
  later(1_000);
  expect([time(), said()]).toEqual([undefined, "Betting closed"]);
  rerender(ring);
  later(60_000);
  expect(end).toHaveBeenCalledOnce();
});

test("a countdown that is already over ends at once, and begins again with the next round", () => {
  vi.setSystemTime(START);
  const end = vi.fn();
  const ring = (endsAt: number) => <CountdownRing label="Closes in" endsAt={endsAt} length={60_000} onEnd={end} />;
  const { rerender } = render(ring(START - 1));
  expect(end).toHaveBeenCalledOnce();
  rerender(ring(START + 60_000));
  expect(time()).toBe("1:00");
  later(60_000);
  expect(end).toHaveBeenCalledTimes(2);
});

/** React listens to one of the two names, by what the document knows. */
function animated(element: Element | undefined) {
  for (const name of ["animationend", "webkitAnimationEnd"]) {
    if (element) fireEvent(element, new Event(name, { bubbles: true }));
  }
}

const result = (live: boolean, onShown = vi.fn()) => (
  <ResultReveal title="Round 7" balls={[{ text: "3" }, { text: "3" }]} facts={["Odd"]} live={live} onShown={onShown} />
);

test("a live result is read out once, when its last ball is there", async () => {
  const shown = vi.fn();
  render(result(true, shown));
  const status = () => screen.getByRole("status").textContent;
  const balls = document.querySelectorAll("ol > li");
  animated(balls[0]);
  expect([status(), shown.mock.calls.length]).toEqual(["", 0]);
  animated(balls[1]);
  expect([status(), shown.mock.calls.length]).toEqual(["Result: 3, 3. Odd", 1]);
});

test("an earlier result, and every one for readers who want less motion, is there at once", async () => {
  const shown = vi.fn();
  render(result(false, shown));
  expect(screen.getByRole("status").textContent).toBe("Result: 3, 3. Odd");
  expect(shown).toHaveBeenCalledOnce();
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  const less = vi.fn();
  render(result(true, less));
  expect(less).toHaveBeenCalledOnce();
});
