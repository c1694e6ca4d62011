import { useMemo, useSyncExternalStore } from "react";
import type { Density } from "./column.ts";

/** A reader's settings for one list: the columns, where they differ from those of the page, and the height of its rows. */
export interface TableLook {
  columns: Record<string, boolean>;
  density?: Density;
}

const keyOf = (name: string) => `table:${name}`;

/** Looks that this device refuses to store: they hold until the page is left. */
const unkept = new Map<string, string>();
const readers = new Set<() => void>();

function subscribe(reader: () => void) {
  readers.add(reader);
  return () => void readers.delete(reader);
}

function stored(name: string): string {
  const here = unkept.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(keyOf(name)) ?? "";
  } catch {
    return "";
  }
}

/** Reads a look that was kept, by this release or an earlier one; nonsense is the look of the page. */
function parse(text: string): TableLook {
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (typeof value !== "object" || value === null) return { columns: {} };
    const { columns, density } = value as { columns?: unknown; density?: unknown };
    const shown = typeof columns === "object" && columns !== null ? Object.entries(columns) : [];
    return {
      columns: Object.fromEntries(shown.map(([key, value]) => [key, value === true])),
      ...(density === "compact" || density === "comfortable" ? { density } : {}),
    };
  } catch {
    return { columns: {} };
  }
}

function keep(name: string, look: TableLook) {
  const text = JSON.stringify(look);
  unkept.delete(name);
  try {
    localStorage.setItem(keyOf(name), text);
  } catch {
    unkept.set(name, text);
  }
  for (const reader of readers) reader();
}

/** The look of the list of that name, remembered on this device where it may be. All that show or change it on a page have the same one. */
export function useTableLook(name: string): [TableLook, (look: TableLook) => void] {
  const text = useSyncExternalStore(subscribe, () => stored(name));
  const look = useMemo(() => parse(text), [text]);
  return [look, (next) => keep(name, next)];
}
