import type { Page } from "@playwright/test";

/** Shows every page of this tab as a browser whose text is set to a multiple of its usual size does. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    const enlarge = () => {
      document.documentElement.style.fontSize = `${size}%`;
    };
    if (document.documentElement) enlarge();
    document.addEventListener("DOMContentLoaded", enlarge);
  }, percent);
}

/** Sets the size of the text of the page that a tab shows. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/**
 * Returns the words of a page that cannot be read where they stand, each with its reason: beyond the window's edge, cut off by their
 * box, or under other words. Rows that a finger pushes sideways and bars that stay in their place while the page moves are left out.
 */
export function lostWords(): string[] {
  const EDGE = document.documentElement.clientWidth + 1;
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".visually-hidden, svg, option, script, style");
  const chain = (element: Element | null): Element[] =>
    element === null || element === document.documentElement ? [] : [element, ...chain(element.parentElement)];
  const lost: string[] = [];
  const words: { text: string; node: Node; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = (node.textContent ?? "").trim().slice(0, 40);
    if (text === "" || element === null || !shown(element)) continue;
    const around = chain(element).map((each) => ({ each, style: getComputedStyle(each) }));
    const boxes = around.map(({ each }) => each.getBoundingClientRect());
    if (boxes.some(({ width, height }) => width <= 2 && height <= 2)) continue; // for screen readers
    if (around.some(({ each, style }) => /auto|scroll/.test(style.overflowX) && each.scrollWidth > each.clientWidth))
      continue;
    const cut = around.some(
      ({ each, style }) =>
        (/hidden|clip/.test(style.overflowX) && each.scrollWidth > each.clientWidth + 1) ||
        (/hidden|clip/.test(style.overflowY) && each.scrollHeight > each.clientHeight + 2),
    );
    if (cut) lost.push(`cut off: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
    if (lines.some(({ left, right }) => left < -1 || right > EDGE)) lost.push(`beyond the edge: ${text}`);
    if (!around.some(({ style }) => /fixed|sticky/.test(style.position)))
      words.push(...lines.map((box) => ({ text, node, box })));
  }
  for (const [place, one] of words.entries())
    for (const other of words.slice(place + 1)) {
      if (one.node === other.node) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Lines stand close: marks above and below the letters may meet, letters may not.
      if (across > 3 && down > 0.45 * Math.min(one.box.height, other.box.height))
        lost.push(`one over the other: ${one.text} / ${other.text}`);
    }
  return [...new Set(lost)];
}
