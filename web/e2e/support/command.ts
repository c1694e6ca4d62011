import { execFileSync } from "node:child_process";
import path from "node:path";
import { demoFile } from "./demo.ts";

/** Runs the api's command line with the settings of the instance under test; returns its output. */
export function command(...args: string[]): string {
  const dir = path.dirname(demoFile());
  const script = 'set -a; . "$1/env/api.env"; shift; exec "$@"';
  return execFileSync("/bin/sh", ["-c", script, "sh", dir, path.join(dir, "bin/api"), ...args], { encoding: "utf8" });
}
