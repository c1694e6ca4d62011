import { expect, test } from "vitest";
import { average, chance, type Prize } from "./odds.ts";

const prizes: Prize[] = [
  { label: "nothing", points: 0, weight: 3 },
  { label: "much", points: 1000, weight: 1 },
  { label: "empty field", points: null, weight: null },
];

test("a prize is won with its weight of the sum of all", () => {
  expect(prizes.map((prize) => chance(prizes, prize))).toEqual([75, 25, 0]);
  expect(average(prizes)).toBe(250);
  const thirds = prizes.slice(0, 1).concat([1, 2].map((id) => ({ id, label: "x", points: 100, weight: 3 })));
  expect(chance(thirds, thirds[0] as Prize)).toBe(33.33);
  expect(average(thirds)).toBe(66.67);
});

test("a wheel without weights has no chances", () => {
  expect(average([])).toBe(0);
  expect(chance([], prizes[0] as Prize)).toBe(0);
});
