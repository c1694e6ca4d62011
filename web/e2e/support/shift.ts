import { expect, type Page } from "@playwright/test";

/** The maximum cumulative layout shift of a load: content stays where it was first drawn. */
const MOST = 0.05;

interface Shift {
  value: number;
  at: number;
  what: string[];
}

/** Runs in the page before any of its scripts: keeps every shift with the parts that moved, and from where to where. */
export function recordShifts(): void {
  const kept: unknown[] = [];
  Object.assign(window, { shifts: kept });
  const name = (node: unknown) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${String(node.getAttribute("class") ?? "")}` : "text";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: unknown; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      if (hadRecentInput) continue;
      const what = sources.map(
        ({ node, previousRect: a, currentRect: b }) =>
          `${name(node)} ${a.x},${a.y} ${a.width}x${a.height} -> ${b.x},${b.y} ${b.width}x${b.height}`,
      );
      kept.push({ value, at: entry.startTime, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The worst window of shifts: gaps under 1 s, 5 s at most, as browsers report it. */
function worst(shifts: Shift[]): number {
  let most = 0;
  let sum = 0;
  let begin = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, at } of shifts) {
    if (at - last > 1_000 || at - begin > 5_000) {
      sum = 0;
      begin = at;
    }
    sum += value;
    last = at;
    most = Math.max(most, sum);
  }
  return most;
}

/** Judges the shifts of a page from its start until its faces are drawn. */
export async function expectFewShifts(page: Page, what: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const parts = shifts.map(({ value, what: moved }) => `${value.toFixed(3)}: ${moved.join("; ")}`).join("\n");
  expect.soft(worst(shifts), `${what}\n${parts}`).toBeLessThanOrEqual(MOST);
}
