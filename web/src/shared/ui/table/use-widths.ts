import { useLayoutEffect } from "react";

/**
 * Keeps the columns as wide as they were for the first rows: a table measures the rows that it holds, and would change its columns
 * with every row that comes into sight. The widths are parts of the whole, so they follow the window.
 */
export function useWidths(frame: HTMLElement | null, columns: readonly { key: string }[], depth: number): void {
  const names = columns.map(({ key }) => key).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns, and deeper trees, are measured again
  useLayoutEffect(() => {
    const table = frame?.querySelector("table");
    if (!table) return;
    const heads = [...table.querySelectorAll<HTMLElement>("thead th")];
    table.style.tableLayout = "auto";
    table.style.minInlineSize = "";
    for (const head of heads) head.style.inlineSize = "";
    const widths = heads.map((head) => head.offsetWidth);
    const whole = widths.reduce((sum, width) => sum + width, 0);
    if (whole === 0) return;
    heads.forEach((head, index) => {
      head.style.inlineSize = `${((widths[index] ?? 0) / whole) * 100}%`;
    });
    table.style.minInlineSize = `${whole}px`;
    table.style.tableLayout = "fixed";
  }, [frame, names, depth]);
}
