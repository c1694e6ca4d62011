import { expect, test } from "vitest";
import { finder } from "./find.ts";

test.each([
  ["malaga", "Málaga CF"],
  ["ha noi", "Hà Nội"],
  ["hanoi", "Hà Nội"],
  ["besiktas", "Beşiktaş"],
  ["FC서울", "FC 서울"],
  ["isik", "Işık"],
  ["orsted", "Ørsted"],
  ["strasse", "Straße"],
  ["ｍａｌａｇａ", "Málaga CF"],
  ["đèn".normalize("NFD"), "Đèn lồng"],
])("%j finds %j", (typed, name) => {
  expect(finder(typed)(name)).toBe(true);
  expect(finder(typed)("Someone else")).toBe(false);
});
