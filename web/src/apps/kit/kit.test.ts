import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const shared = path.join(import.meta.dirname, "../../shared");
const read = (file: string) => readFileSync(file, "utf8");

/** Parts of others, which are on the page with them. */
const parts = [
  "bet/match-row", // match-list
  "bet/moving-odds", // match-list and odds-grid
  "bet/slip-leg", // slip
  "chart/bars", // chart
  "empty-drawings", // empty-art
  "file-menu", // data-table
  "pull", // around every page of a phone
  "query-view", // list
  "search-field", // field
  "table/body", // data-table, as the four after it
  "table/grid",
  "table/head",
  "table/phone-rows",
  "table/table-tools",
];

test("every component is on the page of the kit", () => {
  const page = globSync("*.tsx", { cwd: import.meta.dirname })
    .map((file) => read(path.join(import.meta.dirname, file)))
    .join("\n");
  const components = globSync("ui/**/*.tsx", { cwd: shared })
    .map((file) => file.split(path.sep).join("/").slice("ui/".length, -".tsx".length))
    .filter((name) => !name.endsWith(".test"));
  expect(components.length).toBeGreaterThan(50);
  const missing = components.filter((name) => !page.includes(`#shared/ui/${name}.tsx`) && !parts.includes(name));
  expect(missing).toEqual([]);
});

test("each region of the page has a name of its own", () => {
  const names = globSync("*.tsx", { cwd: import.meta.dirname }).flatMap((file) =>
    [...read(path.join(import.meta.dirname, file)).matchAll(/<Specimen name="([^"]+)"/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});
