import { expect, test } from "vitest";
import { contentSearch, stateOf } from "./content.ts";

const NOW = Date.parse("2026-09-10T12:00:00Z");
const before = "2026-09-10T11:00:00Z";
const after = "2026-09-10T13:00:00Z";

test.each([
  [{ active: false, since: before, until: null }, "hidden"],
  [{ active: true, since: before, until: null }, "shown"],
  [{ active: true, since: null, until: after }, "shown"],
  [{ active: true, since: after, until: null }, "later"],
  [{ active: true, since: before, until: before }, "over"],
] as const)("%j is %s", (row, state) => {
  expect(stateOf(row, NOW)).toBe(state);
});

test("an address is read, nonsense is the default", () => {
  expect(contentSearch({ part: "popups", q: "x", page: "2" })).toEqual({ part: "popups", q: "x", page: 2 });
  expect(contentSearch({ part: "nonsense", page: "-1" })).toEqual({});
});
