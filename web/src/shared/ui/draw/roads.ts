/** The two sides of a game that roads are kept of, and neither: player, banker, tie; odd, even. */
export type Side = "a" | "b" | "tie";

export interface RoadCell {
  column: number;
  row: number;
  side: Side;
  /** Ties that came after this result; in the big road only. */
  ties: number;
}

const ROWS = 6;

/** Every result in its order, six in a column. */
export function beadRoad(sides: readonly Side[]): RoadCell[] {
  return sides.map((side, at) => ({ column: Math.trunc(at / ROWS), row: at % ROWS, side, ties: 0 }));
}

/**
 * A column for each run of one side. A run that reaches the bottom, or an earlier run, goes on to the right. Ties are counted on the
 * result before them, those at the very beginning on the first.
 */
export function bigRoad(sides: readonly Side[]): RoadCell[] {
  const cells: RoadCell[] = [];
  const taken = new Set<string>();
  const free = (column: number, row: number) => row < ROWS && !taken.has(`${column}:${row}`);
  let start = -1;
  let early = 0;
  for (const side of sides) {
    const last = cells.at(-1);
    if (side === "tie") {
      if (last) last.ties++;
      else early++;
      continue;
    }
    let [column, row] = [0, 0];
    if (last?.side === side) {
      // Straight down while the run is in its own column, to the right once it has turned.
      const down = last.column === start && free(last.column, last.row + 1);
      [column, row] = down ? [last.column, last.row + 1] : [last.column + 1, last.row];
    } else {
      do start++;
      while (!free(start, 0));
      column = start;
    }
    taken.add(`${column}:${row}`);
    cells.push({ column, row, side, ties: early });
    early = 0;
  }
  return cells;
}
