import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";

/** The one control of a cell. */
const CONTROL = "[data-cell]";

interface Place {
  row: number;
  column: number;
}

type Controls = (HTMLElement | null)[][];

/** The controls by row and column; null where a cell has none. */
function controlsOf(grid: HTMLElement): Controls {
  return [...grid.querySelectorAll("tr")]
    .map((row) => [...row.cells].map((cell) => cell.querySelector<HTMLElement>(CONTROL)))
    .filter((row) => row.some((control) => control !== null));
}

/** The next control from a place in a direction; undefined at the edge. */
function along(controls: Controls, { row, column }: Place, down: number, right: number): HTMLElement | undefined {
  for (let r = row + down, c = column + right; ; r += down, c += right) {
    const line = controls[r];
    if (line === undefined || c < 0 || c >= line.length) return undefined;
    const control = line[c];
    if (control) return control;
  }
}

/** The control that a key leads to; undefined where it leads nowhere. */
function target(controls: Controls, place: Place, key: string, all: boolean): HTMLElement | undefined {
  const present = (line: (HTMLElement | null)[] | undefined) => line?.filter((control) => control !== null) ?? [];
  if (key === "ArrowLeft") return along(controls, place, 0, -1);
  if (key === "ArrowRight") return along(controls, place, 0, 1);
  if (key === "ArrowUp") return along(controls, place, -1, 0);
  if (key === "ArrowDown") return along(controls, place, 1, 0);
  if (key === "Home") return present(controls[all ? 0 : place.row])[0];
  if (key === "End") return present(controls[all ? controls.length - 1 : place.row]).at(-1);
  return undefined;
}

/**
 * Keys of a grid of prices: one stop for Tab, arrows between the cells, Home and End along the row, with Ctrl over the whole grid.
 * The grid is a table with the role "grid", or an element around one, and the control of each cell has data-cell.
 */
export function useGridKeys<Element extends HTMLElement = HTMLTableElement>() {
  const ref = useRef<Element>(null);
  // After every drawing: the cell that was the stop may be gone.
  useEffect(() => {
    const controls = [...(ref.current?.querySelectorAll<HTMLElement>(CONTROL) ?? [])];
    const [first] = controls;
    if (first && !controls.some(({ tabIndex }) => tabIndex === 0)) first.tabIndex = 0;
  });
  return {
    ref,
    onFocus(event: FocusEvent<Element>) {
      if (!event.target.matches(CONTROL)) return;
      for (const control of event.currentTarget.querySelectorAll<HTMLElement>(CONTROL)) control.tabIndex = -1;
      event.target.tabIndex = 0;
    },
    onKeyDown(event: KeyboardEvent<Element>) {
      const controls = controlsOf(event.currentTarget);
      const row = controls.findIndex((line) => line.includes(event.target as HTMLElement));
      const column = controls[row]?.indexOf(event.target as HTMLElement) ?? -1;
      if (column < 0) return;
      const next = target(controls, { row, column }, event.key, event.ctrlKey || event.metaKey);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
