/**
 * Returns the amounts of a page's tables and lists that cannot be read whole, each with its reason. An amount that a table has wholly pushed out of
 * sight is found by pushing it back; one that lacks its last digits reads as a smaller one. Invisible text is left out.
 */
export function cutMoney(): string[] {
  const AMOUNT = /^[+\-−]?\s*(?:[₩₫$]\s?[\d.,]*\d|\d[\d.,]*\s?(?:원|₩|₫|P))$/;
  const BOUND = 1;
  const found: string[] = [];
  for (const cell of document.querySelectorAll("td, dd, li")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = (node.textContent ?? "").trim();
      const element = node.parentElement;
      if (!AMOUNT.test(text) || !element || element.closest("td, dd, li") !== cell) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (getComputedStyle(element).color === "rgba(0, 0, 0, 0)") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width <= 2) continue; // for screen readers
      const where = `${text} (${cell.closest("table")?.caption?.textContent ?? cell.tagName})`;
      let [from, to] = [box.left, box.right];
      for (
        let around: Element | null = element;
        around && around !== document.documentElement;
        around = around.parentElement
      ) {
        const { overflowX } = getComputedStyle(around);
        if (overflowX === "visible") continue;
        const frame = around.getBoundingClientRect();
        if (!/auto|scroll/.test(overflowX) && (frame.left > from + BOUND || frame.right < to - BOUND))
          found.push(`cut off: ${where}`);
        [from, to] = [Math.max(from, frame.left), Math.min(to, frame.right)];
      }
      // Cells that stay at an edge lie over what is pushed under them.
      for (const other of cell.parentElement?.querySelectorAll(":scope > td, :scope > th") ?? []) {
        if (other === cell || getComputedStyle(other).position !== "sticky") continue;
        const over = other.getBoundingClientRect();
        if (over.left <= from && over.right > from) from = over.right;
        if (over.right >= to && over.left < to) to = over.left;
      }
      if (to - from > BOUND && to - from < box.width - BOUND) found.push(`partly out of sight: ${where}`);
    }
  }
  return [...new Set(found)];
}
