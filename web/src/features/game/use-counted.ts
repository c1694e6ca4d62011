import { useEffect, useRef, useState } from "react";
import { movesLess } from "#shared/motion.ts";

const COUNT_MS = 900;

/**
 * Returns a figure on its way up to a new one. It passes only through what the pool has held since the figure before; a pool that was
 * won, and every figure for a reader who wants less motion, is shown at once.
 */
export function useCounted(amount: number): number {
  const [shown, setShown] = useState(amount);
  const from = useRef(amount);
  useEffect(() => {
    const start = from.current;
    if (amount <= start || movesLess()) {
      from.current = amount;
      setShown(amount);
      return;
    }
    let frame = 0;
    const begun = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / COUNT_MS));
      from.current = part === 1 ? amount : Math.floor(start + (amount - start) * part);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}
