import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const src = import.meta.dirname;

/** Returns the modules that a module brings with it: its static imports that are ours and no mere types. */
function staticImports(file: string): string[] {
  const code = readFileSync(file, "utf8");
  return [...code.matchAll(/^(?:import|export)\s(?!type\b)(?:[^"';]*\sfrom\s)?["']([^"']+\.tsx?)["']/gm)].map(
    ([, spec = ""]) => (spec.startsWith("#") ? path.join(src, spec.slice(1)) : path.resolve(path.dirname(file), spec)),
  );
}

function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of staticImports(file)) withImports(next, seen);
  return seen;
}

/** The namespaces of texts that a module asks for. */
function namespacesOf(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const hooks = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  const prefixes = [...code.matchAll(/\bt\(\s*["'`](\w+):/g)].map(([, name = ""]) => name);
  return [...hooks, ...prefixes];
}

/** fault.ts is empty until the texts of refusals are there. */
const WAITS = "shared/i18n/fault.ts";

test.each([
  { app: "member", has: ["common", "game", "main"] },
  { app: "admin", has: ["common", "admin", "office"] },
  { app: "partner", has: ["common", "partner", "office"] },
])("the first page of $app shows only texts that come with it", ({ app, has }) => {
  const modules = [...withImports(path.join(src, "apps", app, "main.tsx"))];
  expect(modules.every((file) => existsSync(file))).toBe(true);
  expect(modules.length).toBeGreaterThan(40);
  const late = modules
    .filter((file) => !file.endsWith(WAITS))
    .flatMap((file) => namespacesOf(file).map((name) => ({ file: path.relative(src, file), name })))
    .filter(({ name }) => !has.includes(name));
  expect(late).toEqual([]);
});
