import { expect, test } from "vitest";
import { backoff } from "./backoff.ts";

test("waits grow from 1 s to 30 s, the upper half of each at random", () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => backoff(attempt, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(backoff(20, () => 0)).toBe(15_000);
  expect(backoff(3, () => 0.5)).toBe(6_000);
});

test("a page tries at most five times in 10 s, however small the random numbers are", () => {
  let at = 0;
  let tries = 1;
  for (let attempt = 0; ; attempt++) {
    at += backoff(attempt, () => 0);
    if (at > 10_000) break;
    tries++;
  }
  expect(tries).toBeLessThanOrEqual(5);
});
