import { readStored, writeStored } from "#shared/storage.ts";

/**
 * When the member last did something, in any tab: presses, keys and scrolling count, polls and heartbeats do not (D-09).
 */
const KEY = "last-action";
const WRITE_EVERY_MS = 5_000;

let inThisTab = 0;

/** ms since the epoch. */
export function lastAction(): number {
  return Math.max(inThisTab, Number(readStored(KEY)));
}

/** Marks an action now. */
function markAction(): void {
  const now = Date.now();
  if (now - inThisTab < WRITE_EVERY_MS) return;
  inThisTab = now;
  writeStored(KEY, String(now));
}

/** Watches this page until the returned function is called. */
export function watchActions(): () => void {
  inThisTab = 0;
  markAction();
  const kinds = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
  for (const kind of kinds) window.addEventListener(kind, markAction, { passive: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, markAction);
  };
}
