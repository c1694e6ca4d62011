// How inspect.mjs finds modules: k6's own by name, everything else as a file. A file's open() is relative to it, as in k6.
import { readFile } from "node:fs/promises";

/** The names of k6 v1.8 that scripts here may use. A name that is not in the list is refused, as k6 does it. */
const names = {
  k6: ["check", "fail", "group", "sleep"],
  "k6/crypto": ["default"],
  "k6/data": ["SharedArray"],
  "k6/encoding": ["default"],
  "k6/execution": ["default"],
  "k6/experimental/redis": ["default"],
  "k6/http": ["default"],
  "k6/metrics": ["Counter", "Gauge", "Rate", "Trend"],
  "k6/websockets": ["WebSocket"],
};

export function resolve(specifier, context, next) {
  if (specifier !== "k6" && !specifier.startsWith("k6/")) return next(specifier, context);
  if (names[specifier] === undefined) throw new Error(`k6 has no module ${specifier}, or hooks.mjs does not know it`);
  return { url: `stand-in:${specifier}`, shortCircuit: true };
}

export async function load(url, context, next) {
  if (url.startsWith("stand-in:")) {
    const source = names[url.slice("stand-in:".length)]
      .map((name) => `export ${name === "default" ? "default" : `const ${name} =`} standIn.${name in { SharedArray: 0 } ? name : "any"};`)
      .join("\n");
    return { format: "module", source, shortCircuit: true };
  }
  if (!url.endsWith(".js")) return next(url, context);
  const source = `const open = openFrom(import.meta.url); ${await readFile(new URL(url), "utf8")}`;
  return { format: "module", source, shortCircuit: true };
}
