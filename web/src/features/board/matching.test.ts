import { expect, test } from "vitest";
import { matching } from "./matching.ts";

const posts = [
  { title: "Nạp tiền thế nào?", text: "Chọn Nạp tiền trong trình đơn." },
  { title: "출금은 언제 되나요?", text: "보통 10분 안에 됩니다." },
  { title: "How do I withdraw?", text: "Choose Withdraw in the menu." },
];

test.each([
  ["", [0, 1, 2]],
  ["  ", [0, 1, 2]],
  ["nap tien", [0]],
  ["NẠP", [0]],
  ["출금", [1]],
  ["withdraw menu", [2]],
  ["withdraw 10", []],
])("a search for %j finds %j", (search, found) => {
  expect(matching(posts, search)).toEqual(found.map((index) => posts[index]));
});
