import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** How long a finger rests before it asks for the preview; a tap is shorter. */
const HOLD_MS = 400;
/** A finger that moves further, in pixels, scrolls the page. */
const STILL = 10;

/** A finger that rests on a tile shows what a pointer over it shows, and does not open the game when it leaves. */
export function useHold() {
  const [held, setHeld] = useState(false);
  const finger = useRef<{ x: number; y: number; timer: number; held: boolean }>(undefined);
  const end = () => {
    window.clearTimeout(finger.current?.timer);
    setHeld(false);
  };
  useEffect(() => () => window.clearTimeout(finger.current?.timer), []);
  return {
    held,
    on: {
      onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
        window.clearTimeout(finger.current?.timer);
        finger.current = undefined;
        if (pointerType !== "touch") return;
        const timer = window.setTimeout(() => {
          if (finger.current) finger.current.held = true;
          setHeld(true);
        }, HOLD_MS);
        finger.current = { x, y, timer, held: false };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const at = finger.current;
        if (at && Math.hypot(clientX - at.x, clientY - at.y) > STILL) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      // The device's own menu of a picture would cover the preview.
      onContextMenu: (event: MouseEvent) => finger.current && event.preventDefault(),
      onClickCapture: (event: MouseEvent) => {
        // A click of the keyboard has no count.
        if (finger.current?.held && event.detail > 0) {
          event.preventDefault();
          event.stopPropagation();
        }
        finger.current = undefined;
      },
    },
  };
}
