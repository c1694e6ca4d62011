import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHold } from "./use-hold.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Tile({ onPlay }: { onPlay(): void }) {
  const { held, on } = useHold();
  return (
    <button type="button" aria-pressed={held} onClick={onPlay} {...on}>
      Moon Jar
    </button>
  );
}

function tile() {
  const play = vi.fn();
  render(<Tile onPlay={play} />);
  const button = screen.getByRole("button");
  const shown = () => button.getAttribute("aria-pressed") === "true";
  return { play, button, shown, wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)) };
}

const touch = { pointerType: "touch", clientX: 10, clientY: 10 };

test("a finger that rests sees the preview, and does not open the game when it leaves", () => {
  const { play, button, shown, wait } = tile();
  fireEvent.pointerDown(button, touch);
  wait(399);
  expect(shown()).toBe(false);
  wait(1);
  expect(shown()).toBe(true);
  expect(fireEvent.contextMenu(button)).toBe(false);
  fireEvent.pointerUp(button, touch);
  fireEvent.click(button, { detail: 1 });
  expect(shown()).toBe(false);
  expect(play).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 1 });
  expect(play).toHaveBeenCalledTimes(1);
});

test("a tap opens the game without the preview, and so does the keyboard after a preview", () => {
  const { play, button, shown, wait } = tile();
  fireEvent.pointerDown(button, touch);
  wait(100);
  fireEvent.pointerUp(button, touch);
  fireEvent.click(button, { detail: 1 });
  wait(1_000);
  expect(shown()).toBe(false);
  expect(play).toHaveBeenCalledTimes(1);

  fireEvent.pointerDown(button, touch);
  wait(400);
  fireEvent.pointerUp(button, touch);
  fireEvent.click(button, { detail: 0 });
  expect(play).toHaveBeenCalledTimes(2);
});

test("a finger that moves scrolls, and a mouse needs no rest", () => {
  const { button, shown, wait } = tile();
  fireEvent.pointerDown(button, touch);
  fireEvent.pointerMove(button, { ...touch, clientY: 40 });
  wait(1_000);
  expect(shown()).toBe(false);
  fireEvent.pointerDown(button, { ...touch, pointerType: "mouse" });
  wait(1_000);
  expect(shown()).toBe(false);
});
