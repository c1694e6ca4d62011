import { useState } from "react";
import type { Density } from "./column.ts";

/** A reader's settings for one list: the columns, where they differ from those of the page, and the height of its rows. */
export interface TableLook {
  columns: Record<string, boolean>;
  density?: Density;
}

const keyOf = (name: string) => `table:${name}`;

function read(name: string): TableLook {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}");
    if (typeof stored !== "object" || stored === null) return { columns: {} };
    const { columns, density } = stored as { columns?: unknown; density?: unknown };
    const shown = typeof columns === "object" && columns !== null ? Object.entries(columns) : [];
    return {
      columns: Object.fromEntries(shown.map(([key, value]) => [key, value === true])),
      ...(density === "compact" || density === "comfortable" ? { density } : {}),
    };
  } catch {
    return { columns: {} };
  }
}

/** The look of the list of that name, remembered on this device where it may be. */
export function useTableLook(name: string): [TableLook, (look: TableLook) => void] {
  const [kept, setKept] = useState(() => ({ name, look: read(name) }));
  const look = kept.name === name ? kept.look : read(name);
  const set = (next: TableLook) => {
    setKept({ name, look: next });
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(next));
    } catch {
      // It holds until the page is left.
    }
  };
  return [look, set];
}
