import { expect, test } from "vitest";
import { messageSearch } from "./search.ts";

test("nonsense in the address becomes the default, and the product's boardIdx opens a message", () => {
  expect(messageSearch({ page: "1", read: "-3" })).toEqual({});
  expect(messageSearch({ page: "2", boardIdx: "17" })).toEqual({ page: 2, read: 17 });
  expect(messageSearch({ page: "two", read: "1e99" })).toEqual({});
});
