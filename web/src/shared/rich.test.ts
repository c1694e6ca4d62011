import { expect, test } from "vitest";
import { richOf } from "./rich.ts";

test("what was typed reads as it was typed", () => {
  expect(richOf(" 1 < 2 & <b>\nso 'what' \r\nnow ")).toBe("1 &lt; 2 &amp; &lt;b&gt;<br>so &#39;what&#39; <br>now");
});
