import { describe, expect, test } from "vitest";
import { ageText, warmth } from "./age.ts";

const at = "2026-01-01T00:00:00Z";
const after = (seconds: number) => Date.parse(at) + seconds * 1_000;

describe("a waiting row grows warmer", () => {
  test.each([
    [-30, 0],
    [0, 0],
    [119, 0],
    [120, 1],
    [300, 2],
    [600, 3],
    [1_200, 4],
    [86_400, 4],
  ])("after %s s: %s", (seconds, level) => {
    expect(warmth(at, after(seconds))).toBe(level);
  });
});

describe("and says since when, in its largest unit", () => {
  test.each([
    [-5, "0 sec"],
    [59, "59 sec"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 hr"],
    [90_000, "1 day"],
  ])("after %s s: %s", (seconds, text) => {
    expect(ageText(at, after(seconds), "en")).toBe(text);
  });

  test("in the words of the language", () => {
    expect(ageText(at, after(720), "ko")).toBe("12분");
  });
});
