import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Tiles } from "./tiles.ts";

const folder = path.join(import.meta.dirname, "../kit");
const fileOf = (look: string) => path.join(folder, `${look}.json`);

/** The regions of a look as they were when they were last looked at by a person. One line a region, so that a diff names it. */
export function readBaseline(look: string): Tiles {
  const stored: Record<string, [width: number, height: number, cells: string]> = JSON.parse(
    readFileSync(fileOf(look), "utf8"),
  );
  return Object.fromEntries(
    Object.entries(stored).map(([name, [width, height, cells]]) => [
      name,
      { width, height, cells: [...Buffer.from(cells, "base64")] },
    ]),
  );
}

export function writeBaseline(look: string, tiles: Tiles): void {
  const lines = Object.entries(tiles)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { width, height, cells }]) =>
        `  ${JSON.stringify(name)}: ${JSON.stringify([width, height, Buffer.from(cells).toString("base64")])}`,
    );
  writeFileSync(fileOf(look), `{\n${lines.join(",\n")}\n}\n`);
}
