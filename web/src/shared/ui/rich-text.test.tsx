import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { RichText } from "./rich-text.tsx";

const drawn = (html: string) => render(<RichText html={html} />).container.firstElementChild?.innerHTML;

test("marks are drawn", () => {
  expect(drawn("<p>one <b>two</b><br>three</p><ul><li>x</li></ul>")).toBe(
    "<p>one <strong>two</strong><br>three</p><ul><li>x</li></ul>",
  );
  expect(drawn('<img src="/art/banners/care.svg" alt="care">')).toContain('src="/art/banners/care.svg"');
  expect(drawn("<h2>head</h2>"), "below the page's own headings").toBe("<h3>head</h3>");
});

test("headings may be linked to, and nothing else has an id", () => {
  const { container } = render(<RichText anchors html='<h2 id="login">a</h2><p id="x">b</p><h3>c</h3>' />);
  expect([...container.querySelectorAll("[id]")].map((one) => one.outerHTML)).toEqual([
    '<h3 id="section-1">a</h3>',
    '<h4 id="section-2">c</h4>',
  ]);
  expect(drawn('<h2 id="login">a</h2>')).toBe("<h3>a</h3>");
});

test("links leave without a referrer, and stay when they are ours", () => {
  expect(drawn('<a href="https://a.example/">a</a>')).toBe(
    '<a href="https://a.example/" target="_blank" rel="noreferrer noopener nofollow">a</a>',
  );
  expect(drawn('<a href="/winner/point">p</a>')).toBe('<a href="/winner/point">p</a>');
});

test.each([
  ["<script>alert(1)</script>x", "x"],
  ['<a href="javascript:alert(1)">x</a>', "x"],
  ['<a href="//evil.example">x</a>', "x"],
  ['<p onclick="alert(1)" style="color:red">x</p>', "<p>x</p>"],
  ['<img src="https://evil.example/x.svg">', ""],
  ['<img src=x onerror="alert(1)">', ""],
  ['<iframe src="/"></iframe>', ""],
  ["<form><input name=a></form>", ""],
  ["<svg><a href='javascript:alert(1)'>x</a></svg>", "x"],
])("what the server should not let through stays out too: %s", (html, left) => {
  expect(drawn(html)).toBe(left);
});
