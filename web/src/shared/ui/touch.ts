/** How far a finger must go before it means something, in CSS pixels. */
const SWIPE_MIN = 56;
const PULL_MAX = 96;
export const PULL_ARMED = 64;
/** The browser's own gestures for back and forward begin here. */
const EDGE = 24;

/** A swipe to the left shows what is at the right: 1. Slanted and short movements do not count: 0. */
export function swipeOf(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_MIN || Math.abs(dx) < 2 * Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/** How far the page's mark follows a finger that went down by dy: half of the way, and no further than the mark is seen. */
export function pullOf(dx: number, dy: number): number {
  return dy <= 0 || Math.abs(dx) > dy ? 0 : Math.min(dy / 2, PULL_MAX);
}

/** Reports whether a touch at x begins at the edge of a window of this width. */
export function atEdge(x: number, width: number): boolean {
  return x < EDGE || x > width - EDGE;
}

/** Reports whether something under the finger scrolls by itself in this direction, or is moved by the finger in its own way. */
export function movesItself(target: EventTarget | null, axis: "x" | "y"): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog, [contenteditable]")) return true;
  for (let at: Element | null = target; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    const [overflow, room] =
      axis === "x"
        ? [style.overflowX, at.scrollWidth - at.clientWidth]
        : [style.overflowY, at.scrollHeight - at.clientHeight];
    if (room > 1 && /auto|scroll/.test(overflow)) return true;
  }
  return false;
}
