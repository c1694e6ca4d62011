import { useEffect, useState } from "react";
import type { CashRow } from "#shared/api/types.ts";

/**
 * Milliseconds in which a withdrawal can still be undone (D-15); 0 when it cannot. A device's clock that is slow never shows
 * more than the whole window.
 */
export function undoLeft(row: CashRow, now: number): number {
  if (row.status !== 0 || row.undoUntil === null) return 0;
  const until = Date.parse(row.undoUntil);
  const whole = until - Date.parse(row.requestedAt);
  return Math.max(0, Math.min(whole, until - now));
}

const TICK_MS = 1_000;

/** undoLeft, each second while there is something left. */
export function useUndoLeft(row: CashRow): number {
  const [now, setNow] = useState(() => Date.now());
  const left = undoLeft(row, now);
  const counts = left > 0;
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [counts]);
  return left;
}
