import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DRAW, game } from "./samples.ts";
import { usePhase } from "./use-phase.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a page changes with the server's clock: betting, closed, due", () => {
  // The device is 40 seconds behind the server.
  const now = () => Date.now() + 40_000;
  vi.setSystemTime(DRAW - 12_000 - 40_000);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePhase(game().stands, now), { wrapper });
  const after = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    return result.current.step;
  };
  expect(result.current.step).toBe("betting");
  expect(after(1_900)).toBe("betting");
  expect(after(200)).toBe("closed");
  expect(after(9_800)).toBe("closed");
  expect(after(200)).toBe("due");
});
