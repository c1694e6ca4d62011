// Loads a k6 script as `k6 inspect` does and prints its options, where k6 was not built: node stands in for it, with nothing behind
// k6's modules. It finds what does not parse, imports that are not there, and whatever the script does before it runs.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

/** Whatever is asked of it, it answers itself. */
const any = new Proxy(function () {}, {
  apply: () => any,
  construct: () => any,
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === "then" ? undefined : any),
});

globalThis.__ENV = process.env;
globalThis.standIn = { any, SharedArray: function (_, make) { return make(); } };
globalThis.openFrom = (module) => (path) => readFileSync(new URL(path, module), "utf8");

register("./hooks.mjs", import.meta.url);
const script = await import(pathToFileURL(process.argv[2]).href);
for (const { exec = "default" } of Object.values(script.options?.scenarios ?? { all: {} })) {
  if (typeof script[exec] !== "function") throw new Error(`no function ${exec}: nothing would run`);
}
console.log(JSON.stringify(script.options));
