import { describe, expect, test } from "vitest";
import {
  depositFault,
  depositFieldOf,
  mostWithdrawable,
  pinFault,
  quickAmounts,
  withdrawFault,
  withdrawFieldOf,
} from "./rules.ts";

const site = {
  depositMin: 10_000,
  depositMax: 5_000_000,
  depositUnit: 10_000,
  withdrawMin: 20_000,
  withdrawMax: 1_000_000,
  withdrawUnit: 1_000,
};

describe("the refusals of an amount are the server's, in its order", () => {
  test.each([
    [null, "C009"],
    [0, "C009"],
    [9_999, "C004"],
    [5_000_001, "C003"],
    [15_000, "C005"],
    [10_000, undefined],
    [5_000_000, undefined],
  ])("deposit of %s: %s", (amount, code) => {
    expect(depositFault(amount, site)?.code).toBe(code);
  });

  test.each([
    [null, "C009"],
    [19_000, "C014"],
    [1_000_001, "C013"],
    [20_500, "C012"],
    [300_000, "C001"],
    [200_000, undefined],
  ])("withdrawal of %s from 200,000: %s", (amount, code) => {
    expect(withdrawFault(amount, site, 200_000)?.code).toBe(code);
  });

  test("a refusal carries the limit, so that the text can name it", () => {
    expect(depositFault(1, site)?.params).toEqual({ min: "10000" });
    expect(withdrawFault(20_500, site, 0)?.params).toEqual({ unit: "1000" });
  });
});

test("the withdrawal password: empty is C028, too short is U103", () => {
  expect(pinFault("", 4)?.code).toBe("C028");
  expect(pinFault("123", 4)?.code).toBe("U103");
  expect(pinFault("1234", 4)).toBeNull();
});

test("all of the cash is rounded down to the unit and stays within the maximum", () => {
  const most = { min: 10_000, max: 100_000, unit: 10_000 };
  expect(mostWithdrawable(57_300, most)).toBe(50_000);
  expect(mostWithdrawable(900_000, most)).toBe(100_000);
  expect(mostWithdrawable(9_000, most)).toBe(0);
});

test("quick amounts never pass the maximum", () => {
  expect(quickAmounts({ min: 1, max: 100_000, unit: 10_000 })).toEqual([10_000, 50_000, 100_000]);
});

test("a refusal stands at the field that it is about", () => {
  expect(["C004", "U106", "C017", "C007", "S005"].map(depositFieldOf)).toEqual([
    "amount",
    "depositor",
    null,
    null,
    null,
  ]);
  expect(["C004", "C017", "U106", "C015", "S005"].map(withdrawFieldOf)).toEqual([
    "amount",
    "cashPin",
    null,
    null,
    null,
  ]);
});
