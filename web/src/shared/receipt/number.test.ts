import { expect, test } from "vitest";
import { codeOf, readReceiptNumber, receiptNumber } from "./number.ts";

test("numbers are shown with their letter, and read as people type them", () => {
  expect([receiptNumber("G", 7), receiptNumber("R", 1_000_000_007)]).toEqual(["G-000007", "R-1000000007"]);
  const read = (text: string) => readReceiptNumber("G", text);
  expect(["G-000007", "g7", " g - 7 ", " 7 "].map(read)).toEqual([7, 7, 7, 7]);
  expect(["0", "-7", "7a", "", "R-000007"].map(read)).toEqual(Array.from({ length: 5 }));
});

test("a code is read however it is grouped", () => {
  expect(codeOf(" abcd-2345 ")).toBe("ABCD2345");
});
