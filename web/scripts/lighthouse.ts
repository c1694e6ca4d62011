import { execFileSync } from "node:child_process";
import { chromium } from "../e2e/support/chromium.ts";

/**
 * Scores of the main page of a running instance, desktop and phone, each the best of three: a busy machine only takes away.
 * Usage: npm run lighthouse [-- http://localhost:8080/]. Lighthouse itself is fetched when it is asked for; nothing else
 * needs it.
 */
const LIGHTHOUSE = "lighthouse@13.5.0";
const RUNS = 3;
const GOALS = {
  desktop: { performance: 0.97, accessibility: 1, "best-practices": 1 },
  mobile: { performance: 0.92, accessibility: 1, "best-practices": 1 },
};

const address = process.argv[2] ?? "http://localhost:8080/";

function scores(device: keyof typeof GOALS): Record<string, number> {
  const categories = Object.keys(GOALS[device]);
  const flags = ["--quiet", "--output=json", `--only-categories=${categories.join(",")}`];
  if (device === "desktop") flags.push("--preset=desktop");
  const browser = "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu";
  const report = execFileSync("npx", ["--yes", LIGHTHOUSE, address, ...flags, browser], {
    env: { ...process.env, CHROME_PATH: chromium() },
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { categories: found }: { categories: Record<string, { score: number }> } = JSON.parse(report);
  return Object.fromEntries(categories.map((name) => [name, found[name]?.score ?? 0]));
}

let missed = false;
for (const device of ["desktop", "mobile"] as const) {
  const runs = Array.from({ length: RUNS }, () => scores(device));
  for (const [name, goal] of Object.entries(GOALS[device])) {
    const best = Math.max(...runs.map((run) => run[name] ?? 0));
    missed ||= best < goal;
    process.stdout.write(`${device} ${name}: ${best.toFixed(2)} (goal ${goal})\n`);
  }
}
process.exitCode = missed ? 1 : 0;
