import { parseStored, writeStored } from "#shared/storage.ts";

/** Which popups the reader of this device does not want to see again today (D-36): until the device's own midnight. */
const KEY = "popups-hidden";

function day(now: Date): string {
  return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
}

/** The popups that were hidden today; those of another day count no more. */
export function hiddenPopups(now: Date): number[] {
  const kept = parseStored(KEY);
  if (typeof kept !== "object" || kept === null || !("day" in kept) || kept.day !== day(now)) return [];
  return "list" in kept && Array.isArray(kept.list) ? kept.list.filter((idx) => typeof idx === "number") : [];
}

/** Hides a popup for the rest of the day. */
export function hidePopup(idx: number, now: Date): void {
  writeStored(KEY, JSON.stringify({ day: day(now), list: [...hiddenPopups(now), idx] }));
}
