import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { trusted } from "../trusted.ts";
import classes from "./rich-text.module.css";

/**
 * The elements that the server's cleaning allows (internal/core/richtext), and how each is drawn; of any other only the text is
 * kept.
 */
const ELEMENTS: Record<string, string> = {
  p: "p",
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  u: "u",
  s: "s",
  // The page's title and the panel's heading stand above.
  h2: "h3",
  h3: "h4",
  h4: "h5",
  ul: "ul",
  ol: "ol",
  li: "li",
  blockquote: "blockquote",
  code: "code",
  pre: "pre",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
};

const LINK = /^(https?:\/\/\S+|\/(?!\/)\S*)$/;
const PICTURE = /^\/art\/[\w/-]+\.(svg|png|webp|jpg)$/;

/** A document of its own, in which nothing runs and nothing loads. */
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(trusted().createHTML(html), "text/html").body;
}

/** A heading of a text and the anchor that a link to it names. */
export interface Heading {
  id: string;
  text: string;
  /** Below another heading. */
  sub: boolean;
}

/** The anchor of the nth heading of a text: the same in every language. */
const anchor = (n: number) => `section-${n + 1}`;

const headingsOf = (body: HTMLElement) => [...body.querySelectorAll("h2, h3")];

/** The headings of a text, in its order, for a table of contents. */
export function readHeadings(html: string): Heading[] {
  return headingsOf(parse(html)).map((heading, n) => ({
    id: anchor(n),
    text: heading.textContent,
    sub: heading.localName === "h3",
  }));
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const children = [...node.childNodes].map(draw);
  const name = node.localName;
  if (name === "br" || name === "hr") return createElement(name, { key });
  if (name === "img") {
    const src = node.getAttribute("src") ?? "";
    return PICTURE.test(src) ? <img key={key} src={src} alt={node.getAttribute("alt") ?? ""} loading="lazy" /> : null;
  }
  if (name === "a") {
    const href = node.getAttribute("href") ?? "";
    if (!LINK.test(href)) return <Fragment key={key}>{children}</Fragment>;
    const away = href.startsWith("http") ? { target: "_blank", rel: "noreferrer noopener nofollow" } : {};
    return (
      <a key={key} href={href} {...away}>
        {children}
      </a>
    );
  }
  if (name === "table") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
      <div key={key} className={classes.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  }
  if (name === "script" || name === "style") return null;
  const drawn = ELEMENTS[name];
  return drawn === undefined ? (
    <Fragment key={key}>{children}</Fragment>
  ) : (
    createElement(drawn, { key, id: node.id || undefined }, ...children)
  );
}

/** Draws a text. Its headings alone may be linked to, if there is a table of contents. */
function drawText(html: string, anchors: boolean): ReactNode {
  const body = parse(html);
  for (const marked of body.querySelectorAll("[id]")) marked.removeAttribute("id");
  if (anchors) for (const [n, heading] of headingsOf(body).entries()) heading.id = anchor(n);
  return [...body.childNodes].map(draw);
}

/**
 * Rich text that the server cleaned, drawn from its marks one by one: what is not in the list above has no way into the page,
 * whatever the server lets through.
 */
export function RichText({ html, anchors = false }: { html: string; anchors?: boolean }) {
  const content = useMemo(() => drawText(html, anchors), [html, anchors]);
  return <div className={classes.rich}>{content}</div>;
}
