import { expect, test } from "vitest";
import { beadRoad, bigRoad, type Side } from "./roads.ts";

const sides = (text: string): Side[] =>
  [...text].map((letter) => (letter === "T" ? "tie" : letter === "A" ? "a" : "b"));
const places = (text: string) => bigRoad(sides(text)).map(({ column, row }) => `${column}:${row}`);

test("the bead road has every result, six in a column", () => {
  expect(beadRoad(sides("ABTABAB")).map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [0, 5],
    [1, 0],
  ]);
});

test("each run of the big road has a column of its own", () => {
  expect(places("AABAB")).toEqual(["0:0", "0:1", "1:0", "2:0", "3:0"]);
});

test("a run of more than six turns to the right at the bottom", () => {
  expect(places("AAAAAAAA")).toEqual(["0:0", "0:1", "0:2", "0:3", "0:4", "0:5", "1:5", "2:5"]);
  expect(places("AAAAAAAAB").at(-1)).toBe("1:0");
});

test("a run that meets the tail of an earlier one turns above it, and stays in its row", () => {
  // Column 1 is taken in row 5 by the tail of column 0.
  expect(places("AAAAAAABBBBBBB").slice(-7)).toEqual(["1:0", "1:1", "1:2", "1:3", "1:4", "2:4", "3:4"]);
});

test("a tail in the first row makes the next run begin behind it", () => {
  const long = `${"AAAAAAAAAA"}${"BBBBBBBBB"}${"AAAAAAA"}${"BBBBBB"}${"AAAAA"}${"BBBB"}${"AAAA"}${"B"}`;
  const all = places(long);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBe(long.length);
});

test("ties are counted on the result before them, early ones on the first", () => {
  expect(bigRoad(sides("TTATTB")).map(({ ties }) => ties)).toEqual([4, 0]);
  expect(bigRoad(sides("ATB")).map(({ ties }) => ties)).toEqual([1, 0]);
  expect(bigRoad(sides("TT"))).toEqual([]);
});
