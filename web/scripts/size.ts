/**
 * Measures the compressed size of a first visit: the entry of each bundle with all its static imports, its styles, the texts of
 * the default language, and the fonts for Latin and Vietnamese. Exits with 1 when a budget is exceeded.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const KIB = 1024;
const budget = { style: 45 * KIB, font: 120 * KIB };
const scriptBudgets = { "index.html": 179 * KIB, "admin.html": 168 * KIB, "partner.html": 168 * KIB };
const dist = path.join(import.meta.dirname, "..", "dist");

const zipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length;
const asset = (name: string) => path.join(dist, "assets", name);

/** Static imports of a chunk, transitively. */
function reach(name: string, seen: Set<string>): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = readFileSync(asset(name), "utf8");
  for (const [, next = ""] of code.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) reach(next, seen);
  return seen;
}

let over = false;
function report(what: string, bytes: number, limit: number): void {
  const state = bytes > limit ? "OVER" : "ok";
  if (bytes > limit) over = true;
  process.stdout.write(`${what.padEnd(28)} ${(bytes / KIB).toFixed(2).padStart(7)} KiB of ${limit / KIB}  ${state}\n`);
}

const files = readdirSync(path.join(dist, "assets"));
for (const [page, budgetOfScript] of Object.entries(scriptBudgets)) {
  const html = readFileSync(path.join(dist, page), "utf8");
  // The page names its entry, what that imports, its styles, and the default language's texts.
  const first = [...html.matchAll(/assets\/([^"']+\.(?:js|css))/g)].map(([, name = ""]) => name);
  const scripts = new Set<string>();
  for (const name of first) if (name.endsWith(".js")) reach(name, scripts);
  const styles = new Set(first.filter((name) => name.endsWith(".css")));
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + zipped(asset(name)), 0);
  report(`${page} script`, sum(scripts), budgetOfScript);
  report(`${page} style`, sum(styles), budget.style);
}
const faces = files.filter((file) =>
  /^(inter-latin-wght|inter-vietnamese-wght|PretendardVariable\.subset\.75-)/.test(file),
);
report(
  "faces (Latin, Vietnamese)",
  faces.reduce((total, name) => total + readFileSync(asset(name)).length, 0),
  budget.font,
);

// The page of the components is a build of its own.
const kit = files.filter((file) => file.endsWith(".js") && readFileSync(asset(file), "utf8").includes("data-kit"));
if (kit.length > 0) process.stdout.write(`the kit is in the product: ${kit.join(", ")}\n`);

process.exitCode = over || kit.length > 0 ? 1 : 0;
