import { expect, test } from "vitest";
import { bonusOf, boundsOf } from "#shared/bets/bounds.ts";
import { match } from "#shared/sports/samples.ts";
import { selectionOf } from "#shared/sports/selection.ts";
import { legId, MOST_LEGS, readSlip, type SlipState, withLegs, withoutLeg, withToggled } from "./slip.ts";

const empty: SlipState = { legs: [], kind: "folder", stake: null, last: null };

function selection(eventIdx: number, id: string) {
  const found = selectionOf(match({ eventIdx }), id);
  if (!found) throw new Error("no such selection");
  return found;
}

test("a selection is put on the slip and taken away; another one of its market takes its place", () => {
  const home = withToggled(selection(1, "101:home"))(empty);
  expect(home.legs.map(({ pick }) => pick)).toEqual(["home"]);
  const away = withToggled(selection(1, "101:away"))(home);
  expect(away.legs.map(({ pick }) => pick)).toEqual(["away"]);
  expect(withToggled(selection(1, "101:away"))(away).legs).toEqual([]);
});

test("the slip takes no more legs than the server does", () => {
  let slip = empty;
  for (let eventIdx = 1; eventIdx <= MOST_LEGS + 1; eventIdx++)
    slip = withToggled(selection(eventIdx, `${eventIdx}01:home`))(slip);
  expect(slip.legs).toHaveLength(MOST_LEGS);
});

test("a kept slip is read whatever is in it", () => {
  const kept = withToggled(selection(1, "101:home"))({ ...empty, stake: 5_000 });
  expect(readSlip(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(readSlip({ legs: [{ pick: "home" }, 7], kind: "system", stake: 1.5 })).toEqual(empty);
  expect(readSlip("slip")).toEqual(empty);
});

test("a slip that has lost its last selection, in whatever way, has no stake", () => {
  const home = selection(1, "101:home");
  const full: SlipState = { ...empty, legs: [home], stake: 30_000, last: 30_000 };
  const ways = [
    withToggled(home),
    withoutLeg(legId(home)),
    withLegs([]),
    (slip: SlipState) => readSlip({ ...slip, legs: [] }),
  ];
  for (const way of ways) expect(way(full)).toEqual({ ...empty, last: 30_000 });
  expect(withToggled(selection(2, "201:home"))(full).stake).toBe(30_000);
});

const limits = {
  minStake: 5_000,
  maxStake: 1_000_000,
  maxWin: 3_000_000,
  minPrice: 1_100,
  maxPrice: 1_000_000,
  maxLegs: 20,
  pairs: [],
  bonuses: [
    { legs: 3, factor: 1_030, minPrice: 1_300 },
    { legs: 6, factor: 1_060, minPrice: 1_300 },
  ],
  accept: "none",
  delaySeconds: 5,
  cancel: { withinSeconds: 300, beforeSeconds: 600, perDay: 3, left: 3 },
  quick: [5_000, 10_000, 50_000, 100_000],
};

test("the largest stake is bounded by what the bet may win, bonus included (D-22, D-51)", () => {
  expect(boundsOf(limits, [[1_900]])).toEqual({ min: 5_000, max: 1_000_000 });
  expect(boundsOf(limits, [[4_000]])).toEqual({ min: 5_000, max: 750_000 });
  expect(boundsOf(limits, [[4_000], [8_000]]).max).toBe(375_000);
  // 2 × 2 × 2 × 1.03 = 8.24
  expect(boundsOf(limits, [[2_000, 2_000, 2_000]]).max).toBe(364_077);
  expect(boundsOf({ ...limits, maxStake: 0, maxWin: 0 }, [[4_000]]).max).toBe(Number.MAX_SAFE_INTEGER);
});

test("only legs that are long enough count for the bonus", () => {
  expect(bonusOf(limits, [1_900, 1_900, 1_900])).toBe(1_030);
  expect(bonusOf(limits, [1_900, 1_900, 1_200])).toBe(1_000);
  expect(bonusOf(limits, [1_900, 1_900, 1_200, 1_300])).toBe(1_030);
  expect(
    bonusOf(
      limits,
      Array.from({ length: 6 }, () => 1_500),
    ),
  ).toBe(1_060);
});
