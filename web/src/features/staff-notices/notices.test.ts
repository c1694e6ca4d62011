import { expect, test } from "vitest";
import { newOn } from "./notices.ts";

test("only the notices that the page shows are marked as seen", () => {
  const of = (...rows: [number, boolean][]) => rows.map(([idx, seen]) => ({ idx, seen }));
  expect(newOn(of([9, true], [7, false], [4, true]))).toEqual({ newest: 9, oldest: 4 });
  expect(newOn(of([9, false]))).toEqual({ newest: 9, oldest: 9 });
  expect(newOn(of([9, true], [7, true]))).toBeUndefined();
  expect(newOn([])).toBeUndefined();
});
