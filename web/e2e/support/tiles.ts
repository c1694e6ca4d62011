import type { Page } from "@playwright/test";
import type { Shot } from "./kit.ts";

/** A region reduced to few cells: what remains is the composition, not the edges of letters. */
interface Tile {
  width: number;
  height: number;
  /** Red, green and blue of each cell, row by row. */
  cells: number[];
}

export type Tiles = Record<string, Tile>;

const COLUMNS = 12;
const ROWS = 8;

/** Reduces the regions of pictures in the browser, which can read them. `lab` is any page. */
export async function reduce(lab: Page, shots: Shot[]): Promise<Tiles> {
  const tiles: Tiles = {};
  for (const shot of shots) {
    Object.assign(
      tiles,
      await lab.evaluate(
        async ({ png, regions, columns, rows }) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d", { willReadFrequently: true });
          if (!context) throw new Error("no canvas");
          context.drawImage(image, 0, 0);
          const cellsOf = (x: number, y: number, width: number, height: number): number[] => {
            const { data } = context.getImageData(x, y, width, height);
            const cells: number[] = [];
            for (let row = 0; row < rows; row++) {
              for (let column = 0; column < columns; column++) {
                const sum = [0, 0, 0];
                const [left, right] = [column, column + 1].map((at) => Math.floor((at * width) / columns)) as [
                  number,
                  number,
                ];
                const [top, bottom] = [row, row + 1].map((at) => Math.floor((at * height) / rows)) as [number, number];
                for (let py = top; py < bottom; py++)
                  for (let px = left; px < right; px++)
                    for (let colour = 0; colour < 3; colour++) {
                      sum[colour] = (sum[colour] ?? 0) + (data[(py * width + px) * 4 + colour] ?? 0);
                    }
                const count = Math.max(1, (bottom - top) * (right - left));
                cells.push(...sum.map((one) => Math.round(one / count)));
              }
            }
            return cells;
          };
          return Object.fromEntries(
            regions.map(({ name, x, y, width, height }) => [
              name,
              {
                width: Math.round(width),
                height: Math.round(height),
                cells: cellsOf(x, y, Math.round(width), Math.round(height)),
              },
            ]),
          );
        },
        { ...shot, columns: COLUMNS, rows: ROWS },
      ),
    );
  }
  return tiles;
}

/** Other faces, other edges of letters and another Chromium stay below these; a colour, a size or a part that is gone does not. */
const bounds = { mean: 3, cell: 64, size: 0.2, sizeLeast: 40 };

/** Says which regions differ from those of before, and how much; nothing if none does. */
export function differences(before: Tiles, now: Tiles): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (!was) return [`${name}: new`];
    if (!is) return [`${name}: gone`];
    const grown = (["width", "height"] as const).filter(
      (side) => Math.abs(is[side] - was[side]) > Math.max(bounds.sizeLeast, was[side] * bounds.size),
    );
    if (grown.length > 0) return [`${name}: was ${was.width} × ${was.height}, is ${is.width} × ${is.height}`];
    const far = was.cells.map((value, at) => Math.abs(value - (is.cells[at] ?? 0)));
    const mean = far.reduce((sum, one) => sum + one, 0) / far.length;
    const most = Math.max(...far);
    if (mean <= bounds.mean && most <= bounds.cell) return [];
    const cell = Math.floor(far.indexOf(most) / 3);
    const place = `column ${(cell % COLUMNS) + 1} of ${COLUMNS}, row ${Math.floor(cell / COLUMNS) + 1} of ${ROWS}`;
    return [`${name}: differs by ${mean.toFixed(1)} on average, by ${most} in ${place}`];
  });
}
