/** How far a finger must go before it means something, in CSS pixels. */
const SWIPE_MIN = 56;
const PULL_MAX = 96;
export const PULL_ARMED = 64;
/** How far a sheet is moved until it closes when it is let go. */
export const DRAG_CLOSES = 96;
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

/** How far a sheet follows a finger on its way out: along the axis, toward the edge that it came from; 0 for any other movement. */
export function dragOf(dx: number, dy: number, axis: "x" | "y"): number {
  const [along, across] = axis === "x" ? [dx, dy] : [dy, dx];
  return along > Math.abs(across) ? along : 0;
}

/**
 * Reports whether something under the finger and within `around` scrolls by itself in this direction, or is moved by the
 * finger in its own way.
 */
export function movesItself(target: EventTarget | null, axis: "x" | "y", around: Element = document.body): boolean {
  if (!(target instanceof Element)) return false;
  const own = target.closest("input, textarea, select, dialog, [contenteditable]");
  if (own && own !== around) return true;
  for (let at: Element | null = target; at && at !== around; at = at.parentElement) {
    const style = getComputedStyle(at);
    const [overflow, room] =
      axis === "x"
        ? [style.overflowX, at.scrollWidth - at.clientWidth]
        : [style.overflowY, at.scrollHeight - at.clientHeight];
    if (room > 1 && /auto|scroll/.test(overflow)) return true;
  }
  return false;
}
