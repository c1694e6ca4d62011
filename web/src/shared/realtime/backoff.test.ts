import { expect, test } from "vitest";
import { backoff } from "./backoff.ts";

test("waits grow from 1 s to 30 s, with full jitter", () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => backoff(attempt, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(backoff(20, () => 0)).toBe(0);
  expect(backoff(3, () => 0.5)).toBe(4_000);
});
