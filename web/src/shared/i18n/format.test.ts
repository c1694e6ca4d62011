import { expect, test } from "vitest";
import { makeFormat } from "./format.tsx";

const site = { currency: "KRW", timeZone: "Asia/Seoul" };

test("the unit of won stands behind the figure in Korean, the sign before it elsewhere", () => {
  expect(makeFormat("ko", site).money(500_000)).toBe("500,000원");
  expect(makeFormat("en", site).money(500_000)).toBe("₩500,000");
});

test("two bets of one minute have different times in a list", () => {
  const { moment } = makeFormat("ko", site);
  expect(moment("2026-11-22T06:22:05Z")).toBe("2026-11-22 15:22:05");
  expect(moment("2026-11-22T06:22:41Z")).toBe("2026-11-22 15:22:41");
});
