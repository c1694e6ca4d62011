import { type RefObject, useEffect, useRef } from "react";
import { useLayout } from "./layout.ts";
import { atEdge, movesItself, swipeOf } from "./touch.ts";

/**
 * On a phone: a swipe over what the tabs are about goes to the tab beside the shown one. `area` is the selector of that part
 * of the page, around the tabs. The tabs themselves do the same for a keyboard.
 */
export function useSwipe<Value>(
  tabs: RefObject<HTMLElement | null>,
  area: string,
  { values, value, onChange }: { values: readonly Value[]; value: Value; onChange(value: Value): void },
): void {
  const phone = useLayout() === "mobile";
  const latest = useRef({ values, value, onChange });
  latest.current = { values, value, onChange };
  useEffect(() => {
    const around = phone && tabs.current?.closest(area);
    if (!(around instanceof HTMLElement)) return;
    let from: { x: number; y: number } | null = null;
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const alone = touches.length === 1 && touch && !atEdge(touch.clientX, window.innerWidth);
      from = alone && !movesItself(target, "x") ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      const step = from && touch ? swipeOf(touch.clientX - from.x, touch.clientY - from.y) : 0;
      from = null;
      const { values, value, onChange } = latest.current;
      const next = values[values.indexOf(value) + step];
      if (step !== 0 && next !== undefined) onChange(next);
    };
    const cancel = () => {
      from = null;
    };
    around.addEventListener("touchstart", begin, { passive: true });
    around.addEventListener("touchend", end, { passive: true });
    around.addEventListener("touchcancel", cancel, { passive: true });
    return () => {
      around.removeEventListener("touchstart", begin);
      around.removeEventListener("touchend", end);
      around.removeEventListener("touchcancel", cancel);
    };
  }, [phone, tabs, area]);
}
