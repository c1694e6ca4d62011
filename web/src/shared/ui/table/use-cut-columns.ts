import { useEffect, useState } from "react";

/** The side at which a column of figures is cut. */
type Cut = "start" | "end";

/** The columns that are cut now, by their key. */
export type Cuts = ReadonlyMap<string, Cut>;

const NONE: Cuts = new Map();

/** Which of the columns of figures stand partly beyond the frame, or partly under a column that stays in its place. */
function measureCuts(frame: HTMLElement): Cuts {
  const heads = [...frame.querySelectorAll<HTMLElement>("thead th")].map((head) => ({
    key: head.dataset.figures,
    box: head.getBoundingClientRect(),
    style: getComputedStyle(head),
  }));
  const left = frame.getBoundingClientRect().left + frame.clientLeft;
  // Columns that stay at an edge cover what is pushed under them.
  const first = heads.findIndex(({ style }) => style.left === "auto");
  const last = heads.findLastIndex(({ style }) => style.right === "auto");
  const start = Math.max(left, heads[first - 1]?.box.right ?? left);
  const end = Math.min(left + frame.clientWidth, heads[last + 1]?.box.left ?? Number.POSITIVE_INFINITY);
  const cuts = new Map<string, Cut>();
  for (const { key, box, style } of heads.slice(first, last + 1)) {
    if (key === undefined) continue;
    const from = box.left + Number.parseFloat(style.paddingLeft);
    const to = box.right - Number.parseFloat(style.paddingRight);
    if (from < start - 1 && to > start) cuts.set(key, "start");
    else if (to > end + 1 && from < end) cuts.set(key, "end");
  }
  return cuts;
}

const isSame = (one: Cuts, other: Cuts) =>
  one.size === other.size && [...one].every(([key, side]) => other.get(key) === side);

/**
 * The columns of figures that are cut by the edge of their frame, or covered by a column that stays in sight. A figure without its last
 * digits reads as a smaller one: it is shown whole or not at all. `names` says which columns there are.
 */
export function useCutColumns(frame: HTMLElement | null, names: string): Cuts {
  const [cuts, setCuts] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are measured again
  useEffect(() => {
    if (!frame) return;
    const measure = () => {
      const next = measureCuts(frame);
      setCuts((now) => (isSame(now, next) ? now : next));
    };
    const watch = new ResizeObserver(measure);
    for (const element of [frame, frame.firstElementChild]) if (element) watch.observe(element);
    frame.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      watch.disconnect();
      frame.removeEventListener("scroll", measure);
    };
  }, [frame, names]);
  return cuts;
}
