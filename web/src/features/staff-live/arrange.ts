import { useState } from "react";

interface Row {
  key: string;
  at: string;
}

/** A row in its place. `gone`: it waits no more, and only its place is kept. `fresh`: it came while the page was open. */
export interface Placed<R extends Row> {
  row: R;
  gone: boolean;
  fresh: boolean;
}

function older(a: Row, b: Row): number {
  return a.at === b.at ? a.key.localeCompare(b.key, "en", { numeric: true }) : a.at < b.at ? -1 : 1;
}

/**
 * Puts what the server says into what is shown. The oldest stands first, so what is new comes below and moves nothing. While
 * the pointer is among the rows (`held`), what waits no more keeps its place too; otherwise only those rows for which `keep`
 * says so, because something must still be read there.
 */
export function arrange<R extends Row>(
  shown: Placed<R>[] | null,
  incoming: R[],
  held: boolean,
  keep: (row: R) => boolean,
): Placed<R>[] {
  const sorted = incoming.toSorted(older);
  if (shown === null) return sorted.map((row) => ({ row, gone: false, fresh: false }));
  const now = new Map(sorted.map((row) => [row.key, row]));
  const before = new Map(shown.map((placed) => [placed.row.key, placed]));
  const stay = shown.flatMap((placed): Placed<R>[] => {
    const row = now.get(placed.row.key);
    if (row) return [{ ...placed, row, gone: false }];
    return held || keep(placed.row) ? [{ ...placed, gone: true }] : [];
  });
  const added = sorted
    .filter((row) => !before.has(row.key))
    .map((row): Placed<R> => ({ row, gone: false, fresh: true }));
  const all = [...stay, ...added];
  return held ? all : all.toSorted((a, b) => older(a.row, b.row));
}

function same<R extends Row>(a: Placed<R>[] | null, b: Placed<R>[]): boolean {
  return (
    a !== null &&
    a.length === b.length &&
    a.every((placed, n) => {
      const other = b[n];
      return other !== undefined && placed.row === other.row && placed.gone === other.gone;
    })
  );
}

/** The rows of a queue in their places; null until the queue is known. */
export function useArranged<R extends Row>(
  rows: R[] | undefined,
  held: boolean,
  keep: (row: R) => boolean,
): Placed<R>[] | null {
  const [shown, setShown] = useState<Placed<R>[] | null>(null);
  if (rows === undefined) return shown;
  const next = arrange(shown, rows, held, keep);
  if (same(shown, next)) return shown;
  setShown(next);
  return next;
}
