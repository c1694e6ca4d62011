import { atom, useAtom } from "jotai";
import { startTransition, useEffect, useState } from "react";

/** Whether no page of the app has been drawn as a whole yet. */
const coldAtom = atom(true);

/** A busy page draws its next part after this time, too. */
const AT_LATEST_MS = 300;

/** Runs something when the browser has nothing else to do; returns how to take it back. Safari has no such calls. */
function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const call = window.requestIdleCallback(run, { timeout: AT_LATEST_MS });
  return () => window.cancelIdleCallback(call);
}

/**
 * Returns how many of a page's `count` parts may be drawn. At a cold start they come one after another from the time that the page
 * is `ready`, so that a slow phone answers a finger between them; a page that is opened later is drawn at once.
 */
export function useParts(count: number, ready: boolean): number {
  const [cold, setCold] = useAtom(coldAtom);
  const [parts, setParts] = useState(cold ? 0 : count);
  useEffect(() => {
    if (!ready) return;
    if (parts < count) return whenIdle(() => startTransition(() => setParts(parts + 1)));
    setCold(false);
  }, [parts, count, ready, setCold]);
  return parts;
}
