import { describe, expect, test } from "vitest";
import { basisPoints, percentText } from "#shared/staff/percent.ts";
import { newRequestId } from "#shared/staff/request-id.ts";
import { memberIds } from "./member-ids.ts";
import { promosSearch } from "./promos.ts";

describe("a percentage", () => {
  test.each([
    ["", 0],
    ["10", 1000],
    ["12.5", 1250],
    ["12,5", 1250],
    ["0.05", 5],
    ["300", 30_000],
    [" 7 ", 700],
    ["1.234", null],
    ["-1", null],
    ["ten", null],
    ["1e3", null],
  ])("%s", (typed, points) => {
    expect(basisPoints(typed)).toBe(points);
  });

  test("is typed again as it was", () => {
    for (const points of [0, 5, 1250, 30_000]) expect(basisPoints(percentText(points))).toBe(points);
  });
});

test("IDs of members are each named once, however they are separated", () => {
  expect(memberIds(" Kim1,\nlee22;kim1\tpark3 ,")).toEqual(["kim1", "lee22", "park3"]);
  expect(memberIds(" \n")).toEqual([]);
});

test("the address says nothing that the page does not know", () => {
  expect(promosSearch({ part: "wheel", page: "3" })).toEqual({ part: "wheel", page: 3 });
  expect(promosSearch({ part: "money", state: "lost", batch: "-1", page: "x", q: "" })).toEqual({});
  expect(promosSearch({ state: "used", batch: "12", q: 5 })).toEqual({ state: "used", batch: 12, q: "5" });
});

test("each call is another one", () => {
  expect(newRequestId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newRequestId()).not.toBe(newRequestId());
});
