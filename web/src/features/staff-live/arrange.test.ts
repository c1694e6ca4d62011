import { describe, expect, test } from "vitest";
import { arrange, type Placed } from "./arrange.ts";

interface Row {
  key: string;
  at: string;
}

const row = (key: string, minute: number): Row => ({ key, at: `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z` });
const never = () => false;
const look = (placed: Placed<Row>[]) =>
  placed.map(({ row: { key }, gone, fresh }) => `${key}${gone ? " gone" : ""}${fresh ? " fresh" : ""}`);

const start = arrange(null, [row("b", 2), row("a", 1), row("c", 3)], false, never);

test("the oldest stands first, and nothing is fresh at the start", () => {
  expect(look(start)).toEqual(["a", "b", "c"]);
});

test("requests of one moment stand in the order of their numbers", () => {
  expect(look(arrange(null, [row("in:10", 1), row("in:9", 1)], false, never))).toEqual(["in:9", "in:10"]);
});

describe("while the pointer is among the rows", () => {
  test("what waits no more keeps its place, and what is new comes below", () => {
    const next = arrange(start, [row("d", 0), row("a", 1), row("c", 3)], true, never);
    expect(look(next)).toEqual(["a", "b gone", "c", "d fresh"]);
  });

  test("when it leaves, the places are taken and the order is the queue's again", () => {
    const held = arrange(start, [row("d", 0), row("a", 1), row("c", 3)], true, never);
    const next = arrange(held, [row("d", 0), row("a", 1), row("c", 3)], false, never);
    expect(look(next)).toEqual(["d fresh", "a", "c"]);
  });

  test("a row that comes back is the same row", () => {
    const held = arrange(start, [row("a", 1)], true, never);
    expect(look(arrange(held, [row("a", 1), row("b", 2)], true, never))).toEqual(["a", "b", "c gone"]);
  });
});

test("a row at which something must still be read stays without the pointer", () => {
  const next = arrange(start, [row("a", 1), row("c", 3)], false, ({ key }) => key === "b");
  expect(look(next)).toEqual(["a", "b gone", "c"]);
});

test("the newer of two answers about a row is shown", () => {
  const moved = { ...row("b", 2), status: 2 };
  const next = arrange<Row>(start, [row("a", 1), moved, row("c", 3)], true, never);
  expect(next[1]?.row).toBe(moved);
});
