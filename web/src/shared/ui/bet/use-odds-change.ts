import { useEffect, useRef, useState } from "react";

/** How long a price shows where it went. */
const SHOWN_MS = 800;

/** Where a price has just gone, for 800 ms after each change. */
export function useOddsChange(odds: number): "up" | "down" | undefined {
  const before = useRef(odds);
  const [change, setChange] = useState<"up" | "down">();
  useEffect(() => {
    if (odds === before.current) return;
    setChange(odds > before.current ? "up" : "down");
    before.current = odds;
    const timer = setTimeout(() => setChange(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [odds]);
  return change;
}
