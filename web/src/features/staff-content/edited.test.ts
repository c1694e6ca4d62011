import { expect, test } from "vitest";
import { fromEdited, toEdited } from "./edited.ts";

test.each(["one\ntwo", "1 < 2 & 3 > 2", '"so" it\'s', "<p>one</p><ul><li>two</li></ul>", "a <b>bold</b> word"])(
  "%j comes back as it was",
  (text) => {
    expect(toEdited(fromEdited(text))).toBe(text);
  },
);

test("paragraphs alone need no marks", () => {
  expect(toEdited("<p>one</p>\n<p>two &amp; three</p>")).toBe("one\n\ntwo & three");
  expect(toEdited("<p>one</p><p>two <b>b</b></p>")).toBe("<p>one</p><p>two <b>b</b></p>");
});

test("plain text is escaped, marked text is not", () => {
  expect(fromEdited("1 < 2\nok")).toBe("1 &lt; 2<br>ok");
  expect(fromEdited(" <h2>News</h2> ")).toBe("<h2>News</h2>");
});
