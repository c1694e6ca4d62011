import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useRotation } from "./use-rotation.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("it goes around, and stops at the press of the button", () => {
  const { result } = renderHook(() => useRotation(3, 8_000));
  expect(result.current.at).toBe(0);
  wait(8_000);
  wait(8_000);
  expect(result.current.at).toBe(2);
  wait(8_000);
  expect(result.current.at).toBe(0);
  act(() => result.current.toggle());
  wait(60_000);
  expect(result.current).toMatchObject({ at: 0, playing: false });
});

test("it pauses while the member reads, and a chosen slide stays its whole time", () => {
  const { result } = renderHook(() => useRotation(3, 8_000));
  act(() => result.current.hold(true));
  wait(60_000);
  expect(result.current.at).toBe(0);
  act(() => result.current.hold(false));
  wait(7_000);
  act(() => result.current.show(2));
  wait(7_000);
  expect(result.current.at).toBe(2);
  act(() => result.current.show(-1));
  expect(result.current.at).toBe(2);
});

test("it does not move by itself for those who asked for less motion", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { result } = renderHook(() => useRotation(3, 8_000));
  wait(60_000);
  expect(result.current).toMatchObject({ at: 0, playing: false });
});

test("when banners become fewer, it shows the first", () => {
  const { result, rerender } = renderHook(({ slides }) => useRotation(slides, 8_000), { initialProps: { slides: 4 } });
  act(() => result.current.show(3));
  rerender({ slides: 2 });
  expect(result.current.at).toBe(0);
});
