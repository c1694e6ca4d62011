import { type RefObject, useEffect, useRef } from "react";
import { movesLess } from "../motion.ts";
import { DRAG_CLOSES, dragOf, movesItself } from "./touch.ts";
import { PHONE } from "./use-media.ts";

/**
 * A sheet follows a finger toward the edge that it came from, and closes when it is let go far enough: down on a phone, to the
 * right where it stands at the right edge. The close button and Escape do the same.
 */
export function useDragOut(sheet: RefObject<HTMLElement | null>, axis: "x" | "y", onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const around = sheet.current;
    if (!around) return;
    let from: { x: number; y: number } | null = null;
    let way = 0;
    const follow = (distance: number) => {
      way = distance;
      if (movesLess()) return;
      around.style.transition = distance > 0 ? "none" : "";
      around.style.translate = distance === 0 ? "" : axis === "x" ? `${distance}px` : `0 ${distance}px`;
    };
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const free = axis === "x" || (around.scrollTop <= 0 && window.matchMedia(PHONE).matches);
      from =
        free && touches.length === 1 && touch && !movesItself(target, axis, around)
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (!from || !touch) return;
      // A finger that scrolls the sheet's content does not move the sheet later.
      if (axis === "y" && around.scrollTop > 0) from = null;
      follow(from ? dragOf(touch.clientX - from.x, touch.clientY - from.y, axis) : 0);
    };
    const end = () => {
      const far = from !== null && way >= DRAG_CLOSES;
      from = null;
      follow(0);
      if (far) latest.current();
    };
    const cancel = () => {
      from = null;
      follow(0);
    };
    const listeners = { touchstart: begin, touchmove: move, touchend: end, touchcancel: cancel } as const;
    const each = Object.entries(listeners) as [string, EventListener][];
    for (const [type, listener] of each) around.addEventListener(type, listener, { passive: true });
    return () => {
      for (const [type, listener] of each) around.removeEventListener(type, listener);
    };
  }, [sheet, axis]);
}
